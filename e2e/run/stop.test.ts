import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { databaseProcess, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, main, type Ringbinder, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

async function open({
  origin,
}: Ringbinder): Promise<{ socket: Socket; received(): string; closed: Promise<unknown> }> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (more) => (text += more));
  await once(socket, 'connect');
  return { socket, received: () => text, closed: once(socket, 'close') };
}

const body = JSON.stringify({ message: { text: 'the slow one' } });

async function beginPost(server: Ringbinder) {
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const connection = await open(server);
  connection.socket.write(
    `POST /v1/${demo.binder_id}/messages HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  // The server sends 100 when it starts to handle the request.
  await until('the post is under way', () => connection.received().startsWith('HTTP/1.1 100 Continue'));
  connection.socket.write(body.slice(0, 10));
  return { ...connection, demo, token };
}

test('[RUN-9] [OPS-5] Ctrl-C: requests in flight are answered, connections without one are closed, new ones refused, then all stops, the database too', async () => {
  const server = await startRingbinder(await usedDirectory());
  const slow = await beginPost(server);
  const untouched = await open(server);
  const idle = await open(server);
  idle.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await until('an answer', () => idle.received().includes('{"status":"ok"}'));
  const { base_url, binder_id } = slow.demo;
  const waiting = fetch(`${base_url}${binder_id}/feed?after=1000&wait=30`, {
    headers: { authorization: `Bearer ${slow.token}` },
  });
  await until('the feed is waited for', async () => {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    return /database_pool_connections\{environment="production"\} [1-9]/.test(metrics);
  });

  server.process.kill('SIGINT');
  const feed = await waiting;
  assert.equal(feed.status, 200);
  assert.deepEqual(((await feed.json()) as { data: { entries: unknown[] } }).data.entries, []);
  await Promise.all([untouched.closed, idle.closed]);
  assert.equal(server.process.exitCode, null);
  await assert.rejects(fetch(`${server.origin}/healthz`));
  slow.socket.write(body.slice(10));
  await slow.closed;
  const [, answer = ''] = slow.received().split('HTTP/1.1 100 Continue\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(answer, /\r\nconnection: close\r\n/i);
  assert.deepEqual(await server.ended, { code: 0, signal: null });
  assert.match(server.output(), /\nStopping: requests in flight are finished, then the database …\n$/);
  assert.equal(await databaseProcess(server.directory), undefined);
});

test('[RUN-9] a second Ctrl-C does not wait for requests', async () => {
  const server = await startRingbinder(await usedDirectory());
  const slow = await beginPost(server);
  server.process.kill('SIGINT');
  await until('it is told', () => server.output().includes('Stopping'));
  // Signals from the terminal and from npm count as one.
  server.process.kill('SIGINT');
  await delay(300);
  assert.equal(slow.socket.closed, false);
  server.process.kill('SIGINT');
  await slow.closed;
  assert.deepEqual(await server.ended, { code: 0, signal: null });
  assert.equal(await databaseProcess(server.directory), undefined);
});

test('[RUN-17] when what runs `npm start` is ended, all stops, as the shell in between passes no signal on', async () => {
  const directory = await usedDirectory();
  const settings = { PORT: '0', DATA_DIR: directory, npm_lifecycle_event: 'start' };
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${main}"; true`], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  await until('it is ready', () => output.includes('Ctrl-C stops'));
  const origin = /Production {3}(http:\/\/[^/]+)/.exec(output)?.[1];
  assert.equal((await fetch(`${origin}/healthz`)).status, 200);
  shell.kill('SIGTERM');
  await until('nobody answers', () =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  await until('the database has stopped', async () => (await databaseProcess(directory)) === undefined);
});
