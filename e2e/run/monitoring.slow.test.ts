import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import { type Receiver, startReceiver } from '@ringbinder/testkit/receiver.ts';
import { until } from '@ringbinder/testkit/until.ts';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BotApp, type BotFixture, openBotFixture } from './bot-fixture.ts';
import { databaseProcess, emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { send } from './keep-alive.ts';
import { examplesFolder, firingAlerts, promtoolNeeded, runPromtool, samplesOf } from './promtool.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

const TEN_MINUTES_MS = 600_000;

let server: Ringbinder;
let fixture: BotFixture;
let app: BotApp;
let binderId: string;
let receiver: Receiver;
let quiet: string;
const clients: pg.Client[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startRingbinder(await usedDirectory(), {
    BACKUP_URL: await emptyDirectory(),
    AUDIT_STREAM: `file:${await emptyDirectory()}/audit.jsonl`,
    CALLS_PER_MINUTE: '1000000',
  });
  fixture = await openBotFixture(server);
  app = await fixture.configure('Watched');
  await fixture.pointTo(app, receiver.url);
  binderId = await fixture.binder();
  await fixture.install(app, binderId);
  await post('first');
  await until('it is delivered', () => receiver.received.some(({ body }) => body.includes('first')));
  await useRealtime();
  quiet = await until('there is a backup', async () => {
    const text = await scrape();
    return text.includes('\nbackup_age_seconds{') && text.includes('\nbackup_log_lag_seconds{')
      ? text
      : undefined;
  });
});
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
  await killServers();
  await removeDirectories();
  await receiver.close();
});

const scrape = async () => (await fetch(`${server.origin}/metrics`)).text();
const post = (text: string) => fixture.ada.post(`${binderId}/messages`, { message: { text } });
const labels = 'job="ringbinder",instance="127.0.0.1:8400"';

const grown = (metric: string, least: number) =>
  until(`${metric} is ${least}`, async () => {
    const text = await scrape();
    const values = [...samplesOf(text)].filter(([name]) => name.startsWith(`${metric}{`));
    return values.some(([, value]) => value >= least) ? text : undefined;
  });

async function openDatabase(): Promise<pg.Client> {
  const connection = await findEmbeddedPostgres(join(server.directory, 'postgres'));
  assert.ok(connection);
  const client = new pg.Client(connection('ringbinder'));
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

async function useRealtime(): Promise<void> {
  const { base_url } = await server.demo();
  const ws = new WebSocket(`${base_url.replace('http', 'ws')}realtime`);
  await new Promise((resolve) => ws.once('open', resolve));
  ws.send(JSON.stringify({ type: 'hello', token: fixture.ada.token, version: 1 }));
  await new Promise((resolve) => ws.once('message', resolve));
  ws.close();
  await new Promise((resolve) => ws.once('close', resolve));
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}

function expressions(): string[] {
  const { panels } = JSON.parse(readFileSync(join(examplesFolder, 'dashboard.json'), 'utf8')) as Dashboard;
  const rules = readFileSync(join(examplesFolder, 'rules.yml'), 'utf8');
  return [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
  ];
}

/** A label after `by` may belong to any metric of the expression. */
function metricsOf(expression: string): { metric: string; matched: string[]; grouped: string[] }[] {
  const text = expression.replaceAll(/"[^"]*"/g, '""');
  const grouped = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */));
  const selectors = text
    .replaceAll(/\bby \([^)]*\)|\b(?:and|unless)\b/g, '')
    .matchAll(/\b([a-z_]\w*)\b(?!\s*\()(?:\{([^}]*)\})?/g);
  return [...selectors].map(([, metric = '', within = '']) => ({
    metric,
    matched: [...within.matchAll(/(\w+) ?[=!]/g)].map(([, label = '']) => label),
    // Only a histogram's buckets have the label `le`.
    grouped: grouped.filter((label) => label !== 'le' || metric.endsWith('_bucket')),
  }));
}

const OF_OTHERS = ['up', 'probe_ssl_earliest_cert_expiry'];
const LABELS_OF_SCRAPES = ['job', 'instance'];

test('[OPS-28] every metric and label of the dashboard and of the rules is in /metrics', async () => {
  const types = new Set([...quiet.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  const labelsOf = Map.groupBy(samplesOf(quiet).keys(), (series) => series.split('{', 1)[0] ?? '');
  const unsampled = new Set<string>();
  const used = expressions().flatMap(metricsOf);
  assert.ok(used.length > 40, String(used.length));
  for (const { metric, matched, grouped } of used.filter(({ metric }) => !OF_OTHERS.includes(metric))) {
    assert.ok(types.has(metric.replace(/_(bucket|count|sum)$/, '')) || types.has(metric), metric);
    const series = labelsOf.get(metric);
    if (!series) unsampled.add(metric);
    for (const label of [...matched, ...grouped].filter((each) => !LABELS_OF_SCRAPES.includes(each)))
      assert.ok(!series || series.every((each) => each.includes(`${label}="`)), `${metric} has no ${label}`);
  }
  // The series exists only after a slow statement.
  unsampled.delete('database_slow_statements_total');
  // The server has no replica, and no client has followed a binder.
  assert.deepEqual([...unsampled].sort(), ['database_replica_reads', 'realtime_entry_frames_sent_total']);
});

test.skipIf(promtoolNeeded.skip)('[OPS-29] promtool accepts the rules and the configuration', () => {
  runPromtool('check', 'config', join(examplesFolder, 'prometheus.yml'));
});

test.skipIf(promtoolNeeded.skip)('[OPS-29] a service without a fault raises no alert', async () => {
  const certificate = { 'probe_ssl_earliest_cert_expiry{instance="x"}': 90 * 86_400 };
  assert.deepEqual(await firingAlerts(quiet, await scrape(), certificate), []);
});

test.skipIf(promtoolNeeded.skip)(
  '[OPS-29] a full disk, a clock that is behind, an audit stream that lags, a certificate near its end and a process that is down raise their alerts',
  async () => {
    const size = samplesOf(quiet).get(`data_dir_size_bytes{${labels}}`) ?? Number.NaN;
    const free = `data_dir_free_bytes{${labels}}`;
    assert.ok(size > 0 && (samplesOf(quiet).get(free) ?? 0) > 0);
    assert.deepEqual(await firingAlerts(quiet, quiet, { [free]: size * 0.09 }), ['RingbinderDiskFull']);
    const lag = `clock_lag_seconds{environment="production",${labels}}`;
    assert.equal(samplesOf(quiet).get(lag), 0);
    assert.deepEqual(await firingAlerts(quiet, quiet, { [lag]: 3_600 }), ['RingbinderClockBehind']);
    const audit = `audit_stream_lag_seconds{environment="production",${labels}}`;
    assert.equal(samplesOf(quiet).get(audit), 0);
    assert.deepEqual(await firingAlerts(quiet, quiet, { [audit]: 600 }), ['RingbinderAuditStreamLag']);
    const ending = { 'probe_ssl_earliest_cert_expiry{instance="x"}': 10 * 86_400 };
    assert.deepEqual(await firingAlerts(quiet, quiet, ending), ['RingbinderCertificateEnds']);
    assert.deepEqual(await firingAlerts(quiet, quiet, { [`up{${labels}}`]: 0 }), ['RingbinderDown']);
  },
);

test.skipIf(promtoolNeeded.skip)('[OPS-29] a backup that is too old raises its alert', async () => {
  const client = await openDatabase();
  const change = (ms: number) =>
    client.query(
      `UPDATE settings SET value = jsonb_set(value, '{time}', to_jsonb((value->>'time')::bigint + $1::bigint)) WHERE name = 'last_backup'`,
      [ms],
    );
  await change(-30 * 3_600_000);
  const alerts = await firingAlerts(quiet, await scrape());
  await change(30 * 3_600_000);
  assert.deepEqual(alerts, ['RingbinderBackupOld']);
});

test.skipIf(promtoolNeeded.skip)(
  '[OPS-29] a service without its first backup or without the archive of the log raises its alert',
  async () => {
    const client = await openDatabase();
    const { rows } = await client.query(`DELETE FROM settings WHERE name = 'last_backup' RETURNING value`);
    assert.equal(rows.length, 1);
    const text = await scrape();
    await client.query(`INSERT INTO settings (name, value) VALUES ('last_backup', $1::jsonb)`, [
      JSON.stringify(rows[0].value),
    ]);
    assert.ok(!text.includes('\nbackup_age_seconds{'));
    assert.deepEqual(await firingAlerts(quiet, text), ['RingbinderBackupMissing']);
    const unarchived = quiet.replaceAll(/^backup_log_lag_seconds\{.*\n/gm, '');
    assert.notEqual(unarchived, quiet);
    assert.deepEqual(await firingAlerts(quiet, unarchived), ['RingbinderBackupMissing']);
  },
);

test.skipIf(promtoolNeeded.skip)('[OPS-29] a consumer of the log that lags raises its alert', async () => {
  const [holder, client] = [await openDatabase(), await openDatabase()];
  await holder.query('BEGIN');
  const cursor = `SELECT FROM log_cursors WHERE consumer = 'bots' AND binder_id = $1 FOR UPDATE`;
  assert.equal((await holder.query(cursor, [binderId])).rowCount, 1);
  await post('unread');
  const move = (ms: number) =>
    client.query(
      `UPDATE binder_log SET at = at + $2::bigint WHERE binder_id = $1 AND seq = (SELECT seq FROM binders WHERE id = $1)`,
      [binderId, ms],
    );
  await move(-TEN_MINUTES_MS);
  const text = await grown('log_consumer_lag_seconds', 500);
  await move(TEN_MINUTES_MS);
  await holder.query('ROLLBACK');
  await until('the consumer has read it', async () =>
    [...samplesOf(await scrape())].every(([name, lag]) => !name.startsWith('log_consumer_lag') || lag < 100),
  );
  assert.deepEqual(await firingAlerts(quiet, text), ['RingbinderConsumerLag']);
});

test.skipIf(promtoolNeeded.skip)('[OPS-29] events that nobody pushes raise their alert', async () => {
  const client = await openDatabase();
  const lease = (seconds: number) =>
    client.query(
      `UPDATE bot_queues SET lease = 'frozen', leased_until = clock_timestamp() + make_interval(secs => $2) WHERE user_id = $1`,
      [app.userId, seconds],
    );
  await until('earlier events are delivered', async () => {
    const { rows } = await client.query(`SELECT FROM bot_events WHERE user_id = $1 AND state = 'pending'`, [
      app.userId,
    ]);
    return rows.length === 0;
  });
  await lease(3_600);
  await post('not pushed');
  await until('the event waits', async () => {
    const { rowCount } = await client.query(
      `UPDATE bot_events SET created_at = created_at - $2::bigint WHERE user_id = $1 AND state = 'pending'`,
      [app.userId, TEN_MINUTES_MS],
    );
    return rowCount === 1;
  });
  const text = await grown('bot_delivery_lag_seconds', 500);
  await lease(0);
  assert.deepEqual(await firingAlerts(quiet, text), ['RingbinderDeliveryLag']);
});

/** No machine responds to so many requests in 0.3 s. */
const CALLERS = 3_000;

test.skipIf(promtoolNeeded.skip)('[OPS-29] an overload raises its alert', async () => {
  const { base_url } = await server.demo();
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const url = `${base_url}${binderId}/messages`;
  const before = await scrape();
  let refused = 0;
  for (let round = 0; refused < 30 && round < 10; round++) {
    const calls = Array.from({ length: CALLERS }, (_, call) =>
      send(agent, {
        method: 'POST',
        url,
        token: fixture.ada.token,
        body: { message: { text: `${round} ${call}` } },
      }),
    );
    refused += (await Promise.all(calls)).filter(({ outcome }) => outcome === '503').length;
  }
  const after = await scrape();
  agent.destroy();
  assert.deepEqual(await firingAlerts(before, after), ['RingbinderOverload']);
});

test.skipIf(promtoolNeeded.skip)(
  '[OPS-29] slow answers raise their alert, and the statement of the guide names the session that they wait for',
  async () => {
    const holder = await openDatabase();
    const before = await scrape();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM binders WHERE id = $1 FOR UPDATE', [binderId]);
    const posts = Array.from({ length: 20 }, (_, number) => post(`late ${number}`));
    await delay(2_500);
    const guide = readFileSync(join(examplesFolder, '../../docs/guides/monitoring.md'), 'utf8');
    const [, statement = ''] = /```sql\n([^`]*)```/.exec(guide) ?? [];
    const { rows } = await (await openDatabase()).query<{ state: string }>(statement);
    assert.ok(rows.some(({ state }) => state === 'idle in transaction'));
    await holder.query('ROLLBACK');
    await Promise.all(posts);
    assert.deepEqual(await firingAlerts(before, await scrape()), [
      'RingbinderSlow',
      'RingbinderStatementSlow',
    ]);
  },
);

test.skipIf(promtoolNeeded.skip)(
  '[OPS-48] a statement that waits for the lock of one binder raises its alert, while other calls are quick',
  async () => {
    const [holder, observer] = [await openDatabase(), await openDatabase()];
    const before = await scrape();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM binders WHERE id = $1 FOR UPDATE', [binderId]);
    const late = post('locked');
    await until('its statement has waited for more than a second', async () => {
      const { rows } = await observer.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'ringbinder'
         AND clock_timestamp() - query_start > interval '1.2 s'`,
      );
      return rows.length > 0;
    }).finally(() => holder.query('ROLLBACK'));
    await late;
    for (let count = 0; count < 100; count++) await fetch(`${server.origin}/healthz`);
    const after = await scrape();
    const slow =
      'database_slow_statements_total{environment="production",statement="UPDATE binders INSERT messages';
    const [series] = [...samplesOf(after)].filter(([name]) => name.startsWith(slow));
    assert.ok(series, after);
    assert.ok(series[1] > (samplesOf(before).get(series[0]) ?? 0));
    assert.deepEqual(await firingAlerts(before, after), ['RingbinderStatementSlow']);
  },
);

test.skipIf(promtoolNeeded.skip)('[OPS-29] a dead receiver raises its alert', async () => {
  receiver.answer = (_received, response) => void response.destroy();
  await post('unanswered');
  const text = await grown('bot_queues_failing', 1);
  assert.deepEqual(await firingAlerts(text, text), ['RingbinderReceiverDead']);
});

test.skipIf(promtoolNeeded.skip)('[OPS-29] a database that is away raises its alert', async () => {
  const control = join(server.directory, 'postgres/data/global/pg_control');
  renameSync(control, `${control}.away`);
  process.kill((await databaseProcess(server.directory)) ?? Number.NaN, 'SIGKILL');
  const text = await until('it is away', async () => {
    const metrics = await scrape();
    return /^dependency_up\{dependency="database_production"\} 0$/m.test(metrics) ? metrics : undefined;
  });
  renameSync(`${control}.away`, control);
  assert.deepEqual(await firingAlerts(text, text), ['RingbinderDatabaseAway']);
});
