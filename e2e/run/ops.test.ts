import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { databaseProcess, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

let server: Ringbinder;
let demo: DemoFile;

beforeAll(async () => {
  server = await startRingbinder(await usedDirectory());
  demo = await server.demo();
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const get = (path: string, headers = {}) => fetch(server.origin + path, { headers });

test('[OPS-2] [ERR-16] /readyz tells that the database is away, and that it is back; /healthz goes on', async () => {
  assert.deepEqual(await (await get('/readyz')).json(), {
    status: 'ok',
    checks: { start: 'ok', database_production: 'ok', database_sandbox: 'ok', clock: 'ok' },
  });
  const token = await tokenOf(demo);
  // Without pg_control, the database cannot restart.
  const control = join(server.directory, 'postgres/data/global/pg_control');
  renameSync(control, `${control}.away`);
  process.kill((await databaseProcess(server.directory)) ?? Number.NaN, 'SIGKILL');
  const missing = await until('it is not ready', async () => {
    const answer = await get('/readyz');
    const body = (await answer.json()) as { checks: Record<string, string> };
    // Connections may briefly outlive the database.
    const { database_production, database_sandbox } = body.checks;
    const isAway = database_production !== 'ok' && database_sandbox !== 'ok';
    return isAway ? { status: answer.status, headers: answer.headers, body } : undefined;
  });
  assert.equal(missing.status, 503);
  assert.ok(Number(missing.headers.get('retry-after')) >= 1);
  assert.deepEqual(missing.body, {
    status: 'unavailable',
    checks: {
      start: 'ok',
      database_production: 'unavailable',
      database_sandbox: 'unavailable',
      clock: 'unavailable',
    },
  });
  assert.equal((await get('/healthz')).status, 200);
  const refused = await get(`/v1/${demo.binder_id}`, { authorization: `Bearer ${token}` });
  assert.equal(refused.status, 503);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  renameSync(`${control}.away`, control);
  await until('it is ready again', async () => (await get('/readyz')).status === 200);
  await until('calls are answered', async () => {
    const { status } = await get(`/v1/${demo.binder_id}`, { authorization: `Bearer ${token}` });
    return status === 200;
  });
});

const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(\{[a-zA-Z_]\w*="[^"]*"(,[a-zA-Z_]\w*="[^"]*")*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf)$/;

test('[OPS-3] [DELIV-17] /metrics is Prometheus text with requests, the event loop, memory the database pools and the deliveries', async () => {
  await get('/v1/me', { authorization: `Bearer ${await tokenOf(demo)}` });
  const answer = await get('/metrics');
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of samples) assert.match(line, SAMPLE);
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
  for (const line of samples) {
    const name = SAMPLE.exec(line)?.[1] ?? '';
    assert.ok(types.has(name) || types.has(name.replace(/_(bucket|sum|count|total)$/, '')), line);
  }
  assert.equal(types.get('http_request_duration_seconds'), 'histogram');
  assert.match(
    text,
    /^http_request_duration_seconds_count\{method="GET",route="\/v1\/me",status="200"\} \d+$/m,
  );
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds [\d.]+$/m);
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
  for (const environment of ['production', 'sandbox']) {
    const of = `\\{environment="${environment}"`;
    assert.match(text, new RegExp(`^bot_delivery_attempts_total${of},result="delivered"\\} \\d+$`, 'm'));
    assert.match(text, new RegExp(`^bot_events${of},state="pending"\\} \\d+$`, 'm'));
    assert.match(text, new RegExp(`^bot_events_oldest_pending_seconds${of}\\} [\\d.]+$`, 'm'));
    for (const figure of ['connections', 'idle_connections', 'waiting_queries'])
      assert.match(text, new RegExp(`^database_pool_${figure}\\{environment="${environment}"\\} \\d+$`, 'm'));
  }
});

test('[OPS-4] the log has one JSON line for each request, with its id, and no token, secret or password', async () => {
  const token = await tokenOf(demo);
  const { client, users, bot } = demo;
  const answers = [
    await get('/v1/me', { authorization: `Bearer ${token}` }),
    await get(`/v1/me?access_token=${token}`),
    await get(`/v1/me?access_token=${token}x&limit=5`),
    await get(`/v1/nothing/${encodeURIComponent('ä ö')}?client_secret=${client.client_secret}`),
    await get(`/v1/me/binders?password=${users[0]?.password}`),
    await fetch(`${demo.base_url}oauth/token?client_secret=${client.client_secret}&client_id=C`, {
      method: 'POST',
    }),
    await get(`/board/production/${demo.binder_id}/1/page?expires=1&signature=${bot.webhook_secret}`),
  ];
  const statuses = new Map(answers.map((answer) => [answer.headers.get('x-request-id'), answer.status]));
  assert.equal(statuses.size, answers.length);
  const lines = await until('they are in the log', () => {
    const text = readFileSync(join(server.directory, 'server.log'), 'utf8');
    const requestLines = text
      .split('\n')
      .filter((line) => [...statuses.keys()].some((id) => line.includes(String(id))));
    return requestLines.length >= answers.length ? text.trim().split('\n') : undefined;
  });
  const entries = lines.map((line) => JSON.parse(line));
  for (const [id, status] of statuses) {
    const own = entries.filter(({ reqId, msg }) => reqId === id && msg === 'request');
    assert.deepEqual(
      own.map((entry) => entry.status),
      [status],
    );
  }
  const secrets = [
    token,
    client.client_secret,
    bot.client_secret,
    bot.webhook_secret,
    bot.webhook_secret.slice(6),
  ];
  for (const user of users) secrets.push(user.password);
  const log = lines.join('\n');
  for (const secret of secrets)
    assert.ok(!log.includes(secret) && !log.includes(encodeURIComponent(secret)), secret);
});
