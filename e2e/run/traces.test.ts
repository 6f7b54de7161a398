import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Received, Receiver } from '@ringbinder/testkit/receiver.ts';
import { startReceiver } from '@ringbinder/testkit/receiver.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BotFixture, openBotFixture } from './bot-fixture.ts';
import { attributeOf, type Collector, type ExportedSpan, startCollector } from './collector.ts';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

let collector: Collector;
let receiver: Receiver;
let server: Ringbinder;
let fixture: BotFixture;
let binderId: string;
let settings: Record<string, string>;

beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
  settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'binders of the test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  server = await startRingbinder(await usedDirectory(), settings);
  fixture = await openBotFixture(server);
  const app = await fixture.configure('Tracy the bot');
  await fixture.pointTo(app, receiver.url);
  binderId = await fixture.binder();
  await fixture.install(app, binderId);
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
  await receiver.close();
  await collector.close();
});

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

interface Trace {
  traceId: string;
  spanId: string;
}

async function post(text: string, at: Ringbinder = server): Promise<Trace> {
  const { base_url } = await at.demo();
  const trace = { traceId: hex(16), spanId: hex(8) };
  const answer = await fetch(`${base_url}${binderId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fixture.ada.token}`,
      'content-type': 'application/json',
      traceparent: `00-${trace.traceId}-${trace.spanId}-01`,
      tracestate: 'vendor=CustomerOfThePage',
    },
    body: JSON.stringify({ message: { text } }),
  });
  assert.equal(answer.status, 200);
  return trace;
}

const delivered = (text: string, list: Received[] = receiver.received) =>
  until(`${text} is delivered`, () =>
    list.find(({ event }) => event.message_type === 'comment_posted' && event.event.comment.text === text),
  );

const spansOf = ({ traceId }: Trace) => collector.spans().filter((span) => span.traceId === traceId);

const named = (trace: Trace, name: string): Promise<ExportedSpan> =>
  until(`the span ${name} is exported`, () => spansOf(trace).find((span) => span.name === name));

test('[OPS-24] [OPS-25] one trace leads from the call of the host page to the webhook', async () => {
  const trace = await post('On the trace');
  const { headers } = await delivered('On the trace');
  const [version, traceId, spanId, flags] = String(headers.traceparent).split('-');
  assert.deepEqual([version, traceId, flags], ['00', trace.traceId, '01']);
  const [call, insert, webhook] = await Promise.all([
    named(trace, 'POST /v1/:binder_id/messages'),
    named(trace, 'UPDATE binders INSERT messages INSERT log_traces INSERT binder_log'),
    named(trace, 'webhook'),
  ]);
  assert.equal(call.parentSpanId, trace.spanId);
  assert.equal(attributeOf(call, 'http.response.status_code'), 200);
  assert.match(String(attributeOf(call, 'ringbinder.request_id')), /^req_/);
  const joint = spansOf(trace).find((span) => span.spanId === insert.parentSpanId);
  assert.deepEqual([joint?.name, joint?.parentSpanId], ['post messages', call.spanId]);
  assert.deepEqual([webhook.spanId, webhook.parentSpanId], [spanId, call.spanId]);
  assert.equal(attributeOf(webhook, 'http.response.status_code'), 204);
  assert.ok(collector.resources().every((resource) => resource['service.name'] === 'binders of the test'));
});

test('[OPS-24] the step of a consumer of the log is a span that links the calls it works for', async () => {
  const trace = await post('Linked');
  const step = await until('it is exported', () =>
    collector
      .spans()
      .find(
        ({ name, links }) => name === 'log bots' && links?.some(({ traceId }) => traceId === trace.traceId),
      ),
  );
  assert.ok(Number(attributeOf(step, 'messaging.batch.message_count')) >= 1);
  await until('a job is exported', () => collector.spans().some(({ name }) => name.startsWith('job ')));
});

test('[OPS-25] a webhook that another process delivers after a crash continues the trace', async () => {
  receiver.answer = () => 503;
  const trace = await post('After the crash');
  await delivered('After the crash', receiver.all);
  await server.kill();
  receiver.answer = () => 204;
  server = await startRingbinder(server.directory, settings);
  const { headers } = await delivered('After the crash');
  assert.equal(String(headers.traceparent).split('-')[1], trace.traceId);
});

test('[OPS-26] no span has a token, a name, an email address, a query or what people wrote', async () => {
  const demo = await server.demo();
  const { token } = fixture.ada;
  const secret = `Zanzibar-${hex(4)}`;
  const base = demo.base_url;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const trace = await post(`The word is ${secret}`);
  await fetch(`${base}me?access_token=${token}`);
  await fetch(`${base}me?access_token=${token}-wrong`);
  await fetch(`${base}${binderId}/search?q=${secret}`, { headers });
  await fetch(`${base}nowhere/${secret}?email=${demo.users[0]?.email}`, { headers });
  await fetch(`${base}${binderId}/todos`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: secret }),
  });
  await fetch(`${base}${binderId}/messages`, { method: 'POST', headers, body: `{"broken ${secret}` });
  await useRealtime(base, token, secret);
  await named(trace, 'webhook');
  for (const type of ['hello', 'subscribe', 'publish'])
    await until(`${type} is exported`, () =>
      collector.spans().some(({ name }) => name === `realtime ${type}`),
    );
  const exported = collector.bodies.join('\n');
  const secrets = [
    token,
    secret,
    'access_token=',
    'CustomerOfThePage',
    'Tracy the bot',
    demo.client.client_secret,
    demo.bot.webhook_secret,
    ...demo.users.flatMap(({ name, email, password, unique_id }) => [name, email, password, unique_id]),
  ].filter((each): each is string => typeof each === 'string');
  assert.ok(secrets.length >= 12, String(secrets.length));
  for (const each of secrets) assert.ok(!exported.includes(each), `${each} is exported`);
});

async function useRealtime(base: string, token: string, secret: string): Promise<void> {
  const ws = new WebSocket(`${base.replace('http', 'ws')}realtime`);
  const types = new Set<string>();
  ws.on('message', (data) => void types.add(JSON.parse(String(data)).type));
  await new Promise((resolve) => ws.once('open', resolve));
  const send = (frame: object) => ws.send(JSON.stringify(frame));
  send({ type: 'hello', token, version: 1 });
  await until('it is welcome', () => types.has('welcome'));
  send({ type: 'subscribe', id: 1, binder_id: binderId });
  await until('it is subscribed', () => types.size > 1);
  send({ type: 'publish', binder_id: binderId, kind: 'typing', data: { text: secret } });
  await until('it is exported', () => collector.spans().some(({ name }) => name === 'realtime publish'));
  ws.close();
}

test('[OPS-24] [OPS-25] OTEL_TRACES_SAMPLER counts: only traces of callers are sampled, up to the webhook', async () => {
  const other = await startCollector();
  const sampler = {
    OTEL_EXPORTER_OTLP_ENDPOINT: other.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  await server.stop();
  server = await startRingbinder(server.directory, { ...settings, ...sampler });
  await fetch(`${server.origin}/v1/me`, { headers: { authorization: `Bearer ${fixture.ada.token}` } });
  const trace = await post('Sampled by its caller');
  const { headers } = await delivered('Sampled by its caller');
  assert.equal(String(headers.traceparent).split('-')[1], trace.traceId);
  assert.equal((await server.stop()).code, 0);
  const spans = other.spans();
  assert.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([trace.traceId]));
  for (const name of ['POST /v1/:binder_id/messages', 'webhook'])
    assert.ok(
      spans.some((span) => span.name === name),
      name,
    );
  await other.close();
  server = await startRingbinder(server.directory, settings);
});

test('[OPS-27] a collector that does not answer delays neither calls nor the stop', async () => {
  const silent = await startCollector();
  silent.isSilent = true;
  await server.stop();
  server = await startRingbinder(server.directory, {
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
  });
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 10 }, (_, number) => post(`Post ${round} ${number}`)));
  await until('an export waits', () => silent.bodies.length > 0);
  const began = performance.now();
  await post('While the export waits');
  await delivered('While the export waits');
  const { code } = await server.stop();
  assert.equal(code, 0, server.output());
  assert.ok(performance.now() - began < 10_000, `${performance.now() - began} ms`);
  await silent.close();
});

test('[OPS-27] what remains when the server stops is exported', async () => {
  server = await startRingbinder(server.directory, { ...settings, OTEL_BSP_SCHEDULE_DELAY: '600000' });
  const trace = await post('At the end');
  assert.equal((await server.stop()).code, 0);
  assert.ok(spansOf(trace).some(({ name }) => name === 'POST /v1/:binder_id/messages'));
});

test('[OPS-24] without a collector, the SDK of OpenTelemetry is not loaded', async () => {
  const program = `import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
    await import('@ringbinder/server/app.ts');
    await import(${JSON.stringify(new URL('../../packages/server/src/server.ts', import.meta.url).href)});
    const loaded = urls.filter((url) => /@opentelemetry.(?!api.)/.test(url));
    console.log(JSON.stringify({ files: urls.length > 500, loaded }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: new URL('.', import.meta.url).pathname,
  });
  assert.deepEqual(JSON.parse(stdout || stderr), { files: true, loaded: [] });
});

test('[OPS-24] an address that is not one stops the start', async () => {
  const started = startRingbinder(await emptyDirectory(), { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' });
  await assert.rejects(
    started,
    /OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http:\/\/localhost:4318/,
  );
});
