import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { packAll } from './pack.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const modules = join(root, 'node_modules');
const native = join(modules, '@typescript/native');
const project = await mkdtemp(join(tmpdir(), 'ringbinder-packed-'));
const installed = join(project, 'node_modules');
let tarballs: string[];
beforeAll(async () => {
  tarballs = await packAll(join(project, 'packed'));
  await install();
  await writeFile(join(project, 'package.json'), '{"type": "module"}');
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function install(): Promise<void> {
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

const calls = `
import { createClient, RingbinderError, unwrap } from '@ringbinder/client';

const answer = { code: 'RESPONSE_SUCCESS', data: { name: 'Ada' } };
const { api } = createClient({ baseUrl: 'http://127.0.0.1/v1/', token: 't', fetch: async () => Response.json(answer) });
const me = await unwrap(api.GET('/me'));
const name: string = me.name;
// @ts-expect-error nobody has a colour
me.colour;
export const told = [name, new RingbinderError('refused', { status: 403, code: 'x' }).status];

const path = { binder_id: 'B' };
const exact = () => api.POST('/{binder_id}/messages', { params: { path }, body: { message: { text: 'x' } } });
// @ts-expect-error a field that is misspelt
const misspelt = () => api.POST('/{binder_id}/messages', { params: { path }, body: { message: { txt: 'x' } } });
const unknown = () =>
  // @ts-expect-error a field that there is not
  api.POST('/{binder_id}/messages', { params: { path }, body: { message: { text: 'x' }, button: [] } });
// @ts-expect-error a field that there is not, in a list
const inList = () => api.POST('/{binder_id}/inviteuser', { params: { path }, body: { users: [{ user: {}, foo: 1 }] } });
// @ts-expect-error a parameter that there is not
const filtered = () => api.GET('/{binder_id}/pages', { params: { path, query: { limt: 1 } } });
// @ts-expect-error what the path needs is missing
const pathless = () => api.GET('/{binder_id}/pages');
// @ts-expect-error a body where none is taken
const bodied = () => api.GET('/{binder_id}/pages', { params: { path }, body: {} });
const file = { params: { path: { ...path, file_id: 'F' } }, parseAs: 'blob' } as const;
const bytes = async (): Promise<Blob | undefined> => (await api.GET('/{binder_id}/files/{file_id}', file)).data;
void [exact, misspelt, unknown, inList, filtered, pathless, bodied, bytes];
`;

const program = `
import { createBot, memoryLedger } from '@ringbinder/bot-kit';
import { joinMeet, type MeetState } from '@ringbinder/client/meet';
import { told } from './calls.js';

const secrets = { clientId: 'C1', clientSecret: 'secret', webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const bot = createBot({ baseUrl: 'http://127.0.0.1/v1/', ...secrets, ledger: memoryLedger() });
bot.on('comment_posted', async ({ event }, { reply }) => {
  const text: string = event.comment.text;
  await reply(text);
});
// @ts-expect-error no event has a colour
bot.on('comment_posted', ({ event }) => event.colour);
const phase = (state: MeetState): 'lobby' | string => state.phase;
console.log(...told, typeof bot.listener, joinMeet.name, phase.length);
`;

async function compile(typescript: string, ...options: string[]): Promise<void> {
  const all = ['--strict', '--module', 'nodenext', '--types', 'node', ...options];
  const compiled = run(process.execPath, [join(typescript, 'bin/tsc'), ...all], { cwd: project });
  await compiled.catch(({ stdout }) => assert.fail(stdout));
}

test('publint and are-the-types-wrong accept the tarballs', async () => {
  for (const tarball of tarballs)
    for (const [linter, ...options] of [
      ['publint', '--strict'],
      ['attw', '--profile', 'esm-only', '--format', 'ascii'],
    ] as const) {
      const linted = run(join(modules, '.bin', linter), [...options, tarball]);
      await linted.catch(({ stdout }) => assert.fail(stdout));
    }
});

test('[CONF-7] every link in the documents of a package leads to a file in it', async () => {
  let count = 0;
  for (const file of await readdir(join(installed, '@ringbinder'), { recursive: true })) {
    if (!file.endsWith('.md')) continue;
    const path = join(installed, '@ringbinder', file);
    const text = (await readFile(path, 'utf8')).replace(/^```.*?^```/gms, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^([a-z]+:|#)/.test(target)) continue;
      await stat(join(dirname(path), target.split('#', 1)[0] ?? ''));
      count += 1;
    }
  }
  assert.ok(count > 10, `${count} links`);
});

test('[CONF-7] a project that installs the tarballs runs them as JavaScript, and has exact types', async () => {
  await writeFile(join(project, 'calls.ts'), calls);
  await writeFile(join(project, 'program.ts'), program);
  await compile(native, '--target', 'es2024', '--skipLibCheck', 'program.ts');
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', 'program.js'], {
    cwd: project,
  });
  assert.equal(stdout, 'Ada 403 function joinMeet 1\n');
});

test('[CONF-8] the least TypeScript that the client’s README names compiles with it, and the README’s examples', async () => {
  // The version of TypeScript that generates the client's types.
  const typescript = join(root, 'packages/client/node_modules/typescript');
  const { version } = JSON.parse(await readFile(join(typescript, 'package.json'), 'utf8')) as {
    version: string;
  };
  const readme = await readFile(join(root, 'packages/client/README.md'), 'utf8');
  assert.equal(/TypeScript ≥ (\d+\.\d+)/.exec(readme)?.[1], version.replace(/\.\d+$/, ''));
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  assert.ok(blocks.length >= 2, 'examples were found');
  await writeFile(join(project, 'readme.ts'), blocks.join('\n'));
  await writeFile(join(project, 'calls.ts'), calls);
  await compile(typescript, '--noEmit', '--target', 'es2022', 'calls.ts', 'readme.ts');
});

const testing = `
import { startRingbinder } from '@ringbinder/test-service';

await using service = await startRingbinder();
const events = await service.receiveEvents();
const binder: string = await service.as('owner').makesBinder('Loan', [service.bot]);
await service.as('ada').says(binder, 'Hello');
const text: string = (await events.next({ message_type: 'comment_posted' })).event.comment.text;
console.log(text, (await service.clock.advance('2 days')) instanceof Date);
`;

test('[SANDBOX-7] a project that installs the test service starts the one of a clone', async () => {
  await writeFile(join(project, 'testing.ts'), testing);
  const target = ['--target', 'es2022', '--lib', 'es2024,esnext.disposable', '--skipLibCheck'];
  await compile(native, ...target, 'testing.ts');
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', 'testing.js'], {
    cwd: project,
    env: { ...process.env, RINGBINDER_DIR: root, NODE_OPTIONS: '' },
  });
  assert.equal(stdout, 'Hello true\n');
});

const embedding = `
import { createService, type Handle, Service, ServiceError, type ServiceErrorDetail } from '@ringbinder/sdk';

const told: ServiceErrorDetail[] = [];
const service = createService({ src: 'https://collab.example.com/sdk/service.js' });
service.init({ mode: 'production', client_id: 'demo', sdk_version: 4, error: (error) => told.push(error) });
const call = async (): Promise<void> => {
  const handle: Handle | undefined = await service.chat({ iframe: true, tagid4iframe: 'chat', binder_id: 'B' });
  handle?.on('receive_feed', ({ message }) => console.log(message));
  await handle?.ready;
};
// @ts-expect-error a mode is needed
const modeless = () => service.init({ client_id: 'C' });
// @ts-expect-error there is no such call
const unknown = () => service.chats();
// @ts-expect-error an element is named by its id
const numbered = () => service.removeWidget(1);
void [call, modeless, unknown, numbered];
let code: unknown;
try {
  Service.chat({ binder_id: 'B' });
} catch (error) {
  code = (error as ServiceError).error_code;
}
console.log(told[0]?.error_code, code);
`;

test('[SDK-36] the SDK is installed from its tarball, without a dependency, with types that hold under --strict', async () => {
  const sdk = join(installed, '@ringbinder/sdk');
  const { dependencies } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'));
  assert.deepEqual(dependencies, {});
  await writeFile(join(project, 'embedding.ts'), embedding);
  const lib = ['--lib', 'es2022,dom', '--target', 'es2022'];
  await compile(native, ...lib, 'embedding.ts');
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', 'embedding.js'], {
    cwd: project,
  });
  assert.equal(stdout, 'invalid client_id not initialised\n');
  assert.match(await readFile(join(sdk, 'lib/service.js'), 'utf8'), /currentScript/);
});

const elements = `
import type { Handle, ServiceElements } from '@ringbinder/sdk';

declare global {
  namespace JSX {
    interface IntrinsicElements extends ServiceElements {}
  }
}
const chat = document.createElement('service-chat');
chat.token = 'token';
chat.theme = { accent: '#1f3a8a', radius: 4, dark: { accent: '#9db4ff' } };
const handle: Handle | undefined = chat.handle;
const written: JSX.IntrinsicElements['service-transaction'] = { ref: (element) => element?.handle?.close() };
const named: JSX.IntrinsicElements['service-chat'] = { 'binder-id': 'B', alone: true };
// @ts-expect-error a theme has no size
chat.theme = { size: 1 };
// @ts-expect-error a scheme has only colours
chat.theme = { dark: { radius: 1 } };
// @ts-expect-error attributes have a hyphen
const misspelt: JSX.IntrinsicElements['service-chat'] = { binder_id: 'B' };
// @ts-expect-error there is no such element
const unknown: JSX.IntrinsicElements['service-chats'] = {};
export const all = [handle, written, named, misspelt, unknown];
`;

test('[SDK-39] the elements have types, in TypeScript and JSX, in a project that installs the SDK', async () => {
  await writeFile(join(project, 'elements.ts'), elements);
  const lib = ['--lib', 'es2022,dom', '--target', 'es2022', '--noEmit'];
  await compile(native, ...lib, 'elements.ts');
});

const components = `
import { Chat, ServiceProvider, Timeline, Transaction, useService } from '@ringbinder/react';
import type { Handle } from '@ringbinder/sdk';
import { createElement, StrictMode, useRef } from 'react';
import { renderToString } from 'react-dom/server';

const Loan = () => {
  const service = useService();
  const handle = useRef<Handle>(null);
  const open = () => void service.chat({ binder_id: 'B' });
  return (
    <section onClick={open}>
      <Chat ref={handle} binderId="B" alone className="chat" theme={{ accent: '#1f3a8a' }} height={300}
        onReceiveFeed={({ message, binder_id }) => console.log(message.length, binder_id)}
        onReady={() => handle.current?.update({ dir: 'rtl' })} />
      <Timeline onViewBinder={({ binder_id }) => console.log(binder_id)} />
      <Transaction token={undefined} onAnswered={({ click_button_id }) => click_button_id} />
    </section>
  );
};
const App = () => (
  <ServiceProvider mode="production" clientId="C" baseUrl="https://collab.example.com"
    accessToken={async () => ({ access_token: 'secret' })} onError={({ error_code }) => error_code}>
    <Loan />
  </ServiceProvider>
);
const wrong = [
  // @ts-expect-error a provider needs a client
  <ServiceProvider mode="production" />,
  // @ts-expect-error props are in camel case
  <Chat binder_id="B" />,
  // @ts-expect-error an approval tells no messages
  <Transaction token="t" onReceiveFeed={() => undefined} />,
  // @ts-expect-error a message has no colour
  <Chat onReceiveFeed={({ colour }) => colour} />,
  // @ts-expect-error a theme has no size
  <Chat theme={{ size: 1 }} />,
];
void wrong;
console.log(renderToString(<StrictMode><App /></StrictMode>));
try {
  renderToString(createElement(Loan));
} catch (error) {
  console.log((error as Error).message);
}
`;

for (const [version, home] of [
  [18, 'e2e/react-18'],
  [19, 'packages/react'],
] as const)
  test(`[REACT-1] [REACT-2] in a project with React ${version} the components have exact types, and a server writes them as empty elements`, async () => {
    const from = createRequire(join(root, home, 'package.json'));
    const outside = join(project, `react-${version}`);
    const modulesOutside = join(outside, 'node_modules');
    await mkdir(join(modulesOutside, '@types'), { recursive: true });
    for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom'])
      await symlink(dirname(from.resolve(`${name}/package.json`)), join(modulesOutside, name));
    // Copy like npm, because links would not find React.
    for (const name of ['sdk', 'react'])
      await cp(join(installed, '@ringbinder', name), join(modulesOutside, '@ringbinder', name), {
        recursive: true,
      });
    const manifest = JSON.parse(
      await readFile(join(modulesOutside, '@ringbinder/react/package.json'), 'utf8'),
    );
    assert.deepEqual(manifest.dependencies, {});
    assert.deepEqual(manifest.peerDependencies, { '@ringbinder/sdk': '0.1.0', react: '>=18' });
    await writeFile(join(outside, 'package.json'), '{"type": "module"}');
    await writeFile(join(outside, 'loan.tsx'), components);
    const options = ['--strict', '--module', 'nodenext', '--jsx', 'react-jsx', '--types', 'react'];
    const target = ['--lib', 'es2022,dom', '--target', 'es2022'];
    await run(process.execPath, [join(native, 'bin/tsc'), ...options, ...target, 'loan.tsx'], {
      cwd: outside,
    }).catch(({ stdout }) => assert.fail(stdout));
    const { stdout, stderr } = await run(process.execPath, ['loan.js'], { cwd: outside });
    const [html = '', refused = ''] = stdout.trim().split('\n');
    assert.equal(
      html,
      '<section><div class="chat" data-ringbinder-module="chat" style="block-size:300px"></div>' +
        '<div data-ringbinder-module="timeline"></div><div data-ringbinder-module="transaction"></div></section>',
    );
    assert.match(refused, /must be inside a ServiceProvider/);
    assert.equal(stderr, '', 'React warns of nothing');
  });
