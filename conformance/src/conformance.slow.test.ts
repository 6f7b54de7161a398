import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { removeDirectories, usedDirectory } from '../../e2e/run/directories.ts';
import { killServers, type Ringbinder, startRingbinder } from '../../e2e/run/ringbinder.ts';
import { runProgram } from './testing/program.ts';
import { startTamperingProxy, type Tampering } from './testing/tampering-proxy.ts';

let server: Ringbinder;
beforeAll(async () => {
  server = await startRingbinder(await usedDirectory());
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const credentials = () => join(server.directory, 'demo.json');

test('[CONF-1] the sandbox passes, over the network', async () => {
  const { code, out, err } = await runProgram([
    server.origin,
    '--credentials',
    credentials(),
    '--json',
    '--sandbox',
  ]);
  assert.equal(err, '');
  const { failures, environment, passed, failed } = JSON.parse(out);
  assert.deepEqual(failures, []);
  assert.deepEqual([code, failed, environment], [0, 0, 'sandbox']);
  assert.ok(passed > 200, `${passed} rules passed`);
}, 600_000);

const defects: [string, string, Tampering][] = [
  [
    'an answer without request id',
    'HTTP-22',
    { answer: ({ path, headers }) => path === '/v1/me' && headers.delete('x-request-id') },
  ],
  [
    'another status for a press out of turn',
    'TX-19',
    { answer: (answer) => answer.status === 412 && Object.assign(answer, { status: 409 }) },
  ],
  ['a page without its link', 'PAGE-3', { answer: ({ json }) => delete json?.data?.pages?.[0]?.page_uri }],
  ['messages in the wrong order', 'MSG-4', { answer: ({ json }) => json?.data?.messages?.reverse() }],
  ['a number as text', 'MSG-1', { answer: ({ json }) => change(json?.data, 'binder_comment_id', String) }],
  [
    'times in seconds',
    'HTTP-13',
    { answer: ({ json }) => change(json?.data, 'created_time', (ms) => Math.floor(Number(ms) / 1000)) },
  ],
  [
    'data where there is none',
    'HTTP-5',
    { answer: ({ json, method }) => method === 'DELETE' && Object.assign(json, { data: {} }) },
  ],
  [
    'the wrong code for a status',
    'ERR-5',
    {
      answer: ({ json, status }) =>
        status === 404 && Object.assign(json, { code: 'RESPONSE_ERROR_INVALID_REQUEST' }),
    },
  ],
  ['a deaf ear for Idempotency-Key', 'IDEM-2', { request: (headers) => headers.delete('idempotency-key') }],
  ['a deaf ear for Range', 'PAGE-16', { request: (headers) => headers.delete('range') }],
  ['no CORS', 'HTTP-26', { answer: ({ headers }) => headers.delete('access-control-allow-origin') }],
  [
    'a category that is everywhere',
    'CAT-8',
    {
      answer: ({ json }) =>
        json?.data?.binders?.forEach((entry: object) => {
          Object.assign(entry, { category: 1, category_name: 'Work' });
        }),
    },
  ],
  [
    'a channel that loses an entry',
    'RT-4',
    {
      frame: ({ entries, ...frame }) => ({
        ...frame,
        ...(entries && { entries: entries.filter(({ seq }: { seq: number }) => seq % 7 !== 0) }),
      }),
    },
  ],
  [
    'a channel that tells an entry without what it changed',
    'RT-7',
    {
      frame: ({ entries, ...frame }) => ({
        ...frame,
        ...(entries && { entries: entries.map((entry: object) => ({ ...entry, changes: [] })) }),
      }),
    },
  ],
  [
    'a channel that does not say that one was removed',
    'RT-9',
    { frame: (frame) => (frame.type === 'unsubscribed' ? undefined : frame) },
  ],
  ['a gap in the log', 'LOG-2', { answer: ({ json }) => json?.data?.entries?.splice(2, 1) }],
];

function change(data: Record<string, unknown> | undefined, name: string, by: (value: unknown) => unknown) {
  if (data?.[name] !== undefined) data[name] = by(data[name]);
}

async function failedRules(only: string, defect: Tampering = {}): Promise<{ failed: string[]; out: string }> {
  const proxy = await startTamperingProxy(server.origin);
  proxy.spoiling = defect;
  try {
    const args = [proxy.origin, '--credentials', credentials(), '--only', only, '--json'];
    const { out, err } = await runProgram(args);
    assert.equal(err, '');
    return { failed: JSON.parse(out).failures.flatMap(({ rules }: { rules: string[] }) => rules), out };
  } finally {
    await proxy.close();
  }
}

test('[CONF-1] these rules hold when nothing is spoilt', async () => {
  const { failed, out } = await failedRules(defects.map(([, rule]) => rule).join());
  assert.deepEqual(failed, [], out);
});

for (const [title, rule, spoiling] of defects) {
  test(`[CONF-1] a server with ${title} fails ${rule}`, async () => {
    const { failed, out } = await failedRules(rule, spoiling);
    assert.ok(failed.includes(rule), out);
  });
}
