import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { packAll } from './pack.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const modules = join(root, 'node_modules');
const project = await mkdtemp(join(tmpdir(), 'ringbinder-packed-'));
after(() => rm(project, { recursive: true, force: true }));

/** Does what `npm install` does, without a network. */
async function install(tarballs: string[]): Promise<void> {
  const installed = join(project, 'node_modules');
  for (const path of tarballs) {
    const name = /\/ringbinder-([a-z-]+)-\d+\.\d+\.\d+\.tgz$/.exec(path)?.[1] ?? '';
    const directory = join(installed, '@ringbinder', name);
    await mkdir(directory, { recursive: true });
    await run('tar', ['-xzf', path, '--strip-components=1', '-C', directory]);
  }
  await mkdir(join(installed, '@types'));
  for (const name of [
    'openapi-fetch',
    'openapi-typescript-helpers',
    'typebox',
    '@types/node',
    'undici-types',
  ])
    await symlink(join(modules, name), join(installed, name));
}

const program = `
import { createBot, memoryLedger } from '@ringbinder/bot-kit';
import { createClient, RingbinderError, unwrap } from '@ringbinder/client';

const secrets = { clientId: 'C1', clientSecret: 'secret', webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const bot = createBot({ baseUrl: 'http://127.0.0.1/v1/', ...secrets, ledger: memoryLedger() });
bot.on('comment_posted', async ({ event }, { reply }) => {
  const text: string = event.comment.text;
  await reply(text);
});
// @ts-expect-error no event has a colour
bot.on('comment_posted', ({ event }) => event.colour);

const answer = { code: 'RESPONSE_SUCCESS', data: { name: 'Ada' } };
const { api } = createClient({ baseUrl: 'http://127.0.0.1/v1/', token: 't', fetch: async () => Response.json(answer) });
const me = await unwrap(api.GET('/me'));
const name: string = me.name;
// @ts-expect-error nobody has a colour
me.colour;
console.log(name, new RingbinderError('refused', { status: 403, code: 'x' }).status, typeof bot.listener);
`;

test('a project that installs the tarballs runs them as JavaScript, and has their types', async () => {
  await install(await packAll(join(project, 'packed')));
  await writeFile(join(project, 'package.json'), '{"type": "module"}');
  await writeFile(join(project, 'program.ts'), program);
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
    '--skipLibCheck',
  ];
  const tsc = join(modules, 'typescript/bin/tsc');
  const compiled = run(process.execPath, [tsc, ...options, 'program.ts'], { cwd: project });
  await compiled.catch(({ stdout }) => assert.fail(stdout));
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', 'program.js'], {
    cwd: project,
  });
  assert.equal(stdout, 'Ada 403 function\n');
});
