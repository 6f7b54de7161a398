import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { send } from './keep-alive.ts';
import { nginxNeeded, startNginx } from './nginx.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';

const RESTARTS = Number(process.env.RESTARTS ?? 4);
const CLIENTS = 16;
/** Long enough to prevent an overload on any machine. */
const PAUSE_MS = 20;
/** The server treats signals within this time as one signal. */
const SAME_SIGNAL_MS = 250;
const unlimited = { CALLS_PER_MINUTE: '1000000' };
const database = newSharedDatabase('restarts');

afterAll(async () => {
  await killServers();
  await database.drop();
  await removeDirectories();
});

function greetingOf(url: string, token: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: 1, token }));
  socket.onmessage = ({ data }) => {
    resolve(JSON.parse(data).type);
    socket.close();
  };
  socket.onclose = ({ code }) => resolve(`closed: ${code}`);
  return promise;
}

function startClients(target: { base: string; binder: string; token: string }) {
  const { base, binder, token } = target;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const outcomes = new Map<string, number>();
  let posted = 0;
  let isOver = false;
  const url = `${base}${binder}/messages`;
  const done = Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let number = 0; !isOver; number++) {
        const isPost = number % 2 === 0;
        const body = { message: { text: `message ${number} of client ${client}` } };
        const { outcome } = await send(agent, {
          method: isPost ? 'POST' : 'GET',
          url,
          token,
          ...(isPost ? { body } : {}),
        });
        if (outcome === '200' && isPost) posted++;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await delay(PAUSE_MS);
      }
    }),
  );
  return {
    outcomes,
    answered: () => outcomes.get('200') ?? 0,
    posted: () => posted,
    async stop() {
      isOver = true;
      await done;
      agent.destroy();
    },
  };
}

test('[OPS-10] a client that keeps its connections alive is never reset by a stop: each answer says close first', async () => {
  const directory = await usedDirectory();
  const port = await freePort();
  const settings = { ...unlimited, PORT: String(port) };
  let server = await startRingbinder(directory, settings);
  const demo = await server.demo();
  const base = `http://127.0.0.1:${port}/v1/`;
  const clients = startClients({ base, binder: demo.binder_id, token: await tokenOf(demo) });
  for (let restart = 0; restart < RESTARTS; restart++) {
    const before = clients.answered();
    await until('calls are answered', () => clients.answered() > before + 5 * CLIENTS);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    server = await startRingbinder(directory, settings);
  }
  await clients.stop();
  assert.deepEqual([...clients.outcomes.keys()].sort(), ['200', 'ECONNREFUSED']);
});

test(
  '[OPS-11] behind the documented nginx two processes are restarted one after the other under load, and every call is answered',
  nginxNeeded,
  async (t) => {
    const directory = await emptyDirectory();
    const ports = [await freePort(), await freePort()];
    const shared = { ...unlimited, DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') };
    const start = (index: number) =>
      startRingbinder(directory, { ...shared, ROLE: 'api', PORT: String(ports[index]) });
    const servers: Ringbinder[] = [await start(0), await start(1)];
    const nginx = await startNginx(await emptyDirectory(), await freePort(), ports);
    t.onTestFinished(() => nginx.stop());
    const demo = await (servers[0] as Ringbinder).demo();
    const token = await tokenOf(demo);
    const base = `${nginx.origin}/v1/`;
    assert.equal(await greetingOf(`${base}realtime`, token), 'welcome');
    const clients = startClients({ base, binder: demo.binder_id, token });
    for (let restart = 0; restart < RESTARTS; restart++) {
      const before = clients.answered();
      await until('calls are answered', () => clients.answered() > before + 5 * CLIENTS);
      const index = restart % 2;
      assert.deepEqual(await servers[index]?.stop(), { code: 0, signal: null });
      servers[index] = await start(index);
    }
    await clients.stop();
    assert.deepEqual([...clients.outcomes.keys()], ['200'], nginx.errors());
    const binder = await read(base, token, `${demo.binder_id}/feed?after=0&limit=1`);
    assert.ok(binder.entries.length > 0 && clients.posted() > 0);
    t.annotate(`${clients.answered()} calls over ${RESTARTS} restarts`);
  },
);

test('[OPS-12] for STOP_NOTICE_SECONDS a process goes on while /readyz is 503, and then it stops', async () => {
  const server = await startRingbinder(await usedDirectory(), { STOP_NOTICE_SECONDS: '300' });
  const status = async (path: string) =>
    (await fetch(`${server.origin}${path}`, { headers: { connection: 'close' } })).status;
  assert.equal(await status('/readyz'), 200);
  server.process.kill('SIGTERM');
  await until('it is not ready', async () => (await status('/readyz')) === 503);
  const lastReceivedAt = performance.now();
  const demo = await server.demo();
  assert.ok(await tokenOf(demo), 'calls on new connections are answered');
  await until(
    'another signal is not the same one',
    () => performance.now() - lastReceivedAt > SAME_SIGNAL_MS,
  );
  server.process.kill('SIGTERM');
  assert.equal((await server.ended).signal, null);
});
