import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { startService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { joinInBrowser } from './testing/meet-page.ts';

const browser = testBrowser(process.env, fakeMedia);
const program = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'turnserver'))
  .find((path) => existsSync(path));
/** Browsers do not relay to an address of the machine itself that is the loopback's. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

const missing =
  program === undefined
    ? 'coturn is not installed: run `apt-get install coturn`'
    : address === undefined
      ? 'this machine has no address but the loopback’s'
      : undefined;
const needed = missing === undefined || process.env.CI === 'true' ? browser.needed : { skip: missing };

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** The relay as the docs set it up, at an address of this machine. */
async function startRelay(secret: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-turn-'));
  const port = await freePort();
  const page = readFileSync(new URL('../../../../../docs/decisions/meet-media.md', import.meta.url), 'utf8');
  const [, documented = ''] = /```\n(use-auth-secret[^`]+)```/.exec(page) ?? [];
  assert.match(documented, /denied-peer-ip=10\./);
  const lines = [
    documented.replace('<MEET_TURN_SECRET>', secret),
    `listening-port=${port}`,
    `listening-ip=${address}`,
    `relay-ip=${address}`,
    // What the tests run in may have a private address.
    `allowed-peer-ip=${address}`,
    'no-cli',
    'no-tls',
    'no-dtls',
    'log-file=stdout',
    `pidfile=${join(folder, 'pid')}`,
    `userdb=${join(folder, 'db')}`,
  ];
  await writeFile(join(folder, 'turnserver.conf'), lines.join('\n'));
  const child = spawn(program ?? '', ['-c', join(folder, 'turnserver.conf')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return {
    url: `turn:${address}:${port}?transport=udp`,
    said: () => said,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test(
  '[MEET-12] who has no direct way comes by a relay, with credentials of the service',
  needed,
  async () => {
    const secret = randomBytes(16).toString('hex');
    const relay = await startRelay(secret);
    const service = await startService({ config: { meetTurnUrls: [relay.url], meetTurnSecret: secret } });
    try {
      const { owner, editor, binderId } = await service.make.cast();
      const { body } = await service.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
      const sessionKey = body.data.session_key;
      const direct = await joinInBrowser(service, browser, { token: owner.token, sessionKey, tone: 440 });
      const relayed = await joinInBrowser(service, browser, {
        token: editor.token,
        sessionKey,
        tone: 1_000,
        isRelayed: true,
      });
      for (const [page, name] of [
        [direct, editor.name],
        [relayed, owner.name],
      ] as const)
        await until(
          `${name} is seen`,
          async () => (await page.run((window, who) => window.seen(who).frames, name)) > 5,
        );
      assert.equal(await relayed.run(async (window) => (await window.meet.stats()).path), 'relay_udp');
      assert.equal(await direct.run(async (window) => (await window.meet.stats()).path), 'udp');
    } finally {
      await browser.close();
      await service.close();
      await relay.stop();
    }
  },
);
