import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { removeDirectories, usedDirectory } from '../../e2e/run/directories.ts';
import { killServers, type Ringbinder, startRingbinder } from '../../e2e/run/ringbinder.ts';
import { checkServer } from './conformance.ts';
import { runProgram } from './testing/program.ts';
import { startTamperingProxy, type Tampering } from './testing/tampering-proxy.ts';

/** Some 25 s when the machine has 4 cores and other work; more beside the rest of the tests. */
const TOGETHER_MS = 200_000;

let server: Ringbinder;
before(async () => {
  server = await startRingbinder(await usedDirectory());
});
after(async () => {
  await killServers();
  await removeDirectories();
});

const credentials = () => join(server.directory, 'demo.json');

test('[CONF-1] production and sandbox pass, over the network and side by side', async () => {
  const started = performance.now();
  const environments = [[], ['--sandbox']];
  const runs = await Promise.all(
    environments.map((more) =>
      runProgram([server.origin, '--credentials', credentials(), '--json', ...more]),
    ),
  );
  for (const [index, { code, out, err }] of runs.entries()) {
    assert.equal(err, '');
    const { failures, environment, passed, failed } = JSON.parse(out);
    assert.deepEqual(failures, []);
    assert.deepEqual([code, failed, environment], [0, 0, index === 0 ? 'production' : 'sandbox']);
    assert.ok(passed > 200, `${passed} rules passed`);
  }
  const tookMs = performance.now() - started;
  assert.ok(tookMs < TOGETHER_MS, `${Math.round(tookMs)} ms`);
});

test('[CONF-1] rules can be chosen, and the table ends with the sum', async () => {
  const { code, out } = await runProgram([
    server.origin,
    '--credentials',
    credentials(),
    '--only',
    'PCOM,TX-19',
  ]);
  assert.equal(code, 0, out);
  assert.match(out, /^Page comments \(PCOM\) +7$/m);
  assert.match(out, /^Transactions \(TX\) +1$/m);
  assert.match(out, /^8 passed, 0 failed, 0 not applicable \(\d+ checks in [\d.]+ s\)$/m);
});

test('what cannot be tried is said in one line, with exit code 2', async () => {
  const cases: [string[], RegExp][] = [
    [
      ['http://127.0.0.1:1', '--credentials', credentials()],
      /^http:\/\/127.0.0.1:1\/v1\/ does not answer: .+\n$/,
    ],
    [[server.origin, '--credentials', '/nowhere/demo.json'], /^\/nowhere\/demo.json cannot be read: .+\n$/],
    [[server.origin, '--only', 'tx'], /^--only tx is neither a rule .+\n$/],
    [['--nonsense'], /^Unknown option .+\n/],
  ];
  for (const [args, said] of cases) {
    const { code, err } = await runProgram(args);
    assert.match(err, said);
    assert.equal(code, 2);
  }
});

/** One thing that is wrong with a server, and the rule that has to find it. */
const spoilings: [string, string, Tampering][] = [
  [
    'an answer without request id',
    'HTTP-22',
    { answer: ({ path, headers }) => path === '/v1/me' && headers.delete('x-request-id') },
  ],
  [
    'another status for a press out of turn',
    'TX-19',
    {
      answer: (answer) => {
        if (answer.status === 412) answer.status = 409;
      },
    },
  ],
  [
    'a page without its link',
    'PAGE-3',
    {
      answer: ({ json }) => json?.data?.pages?.splice(0, 1, { ...json.data.pages[0], page_uri: undefined }),
    },
  ],
  ['messages in the wrong order', 'MSG-4', { answer: ({ json }) => json?.data?.messages?.reverse() }],
  [
    'a number as text',
    'MSG-1',
    {
      answer: ({ json }) => {
        if (json?.data?.binder_comment_id) json.data.binder_comment_id += '';
      },
    },
  ],
  [
    'data where there is none',
    'HTTP-5',
    {
      answer: ({ json, method }) => {
        if (method === 'DELETE' && json) json.data ??= {};
      },
    },
  ],
  [
    'the wrong code for a status',
    'ERR-5',
    {
      answer: ({ json, status }) => {
        if (status === 404) json.code = 'RESPONSE_ERROR_INVALID_REQUEST';
      },
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
        json?.data?.binders?.forEach((entry: { category: unknown; category_name: unknown }) => {
          Object.assign(entry, { category: 1, category_name: 'Work' });
        }),
    },
  ],
  [
    'a channel that loses an entry',
    'RT-4',
    {
      frame: (frame) => {
        if (frame.type !== 'entries') return frame;
        const entries = frame.entries.filter(({ seq }: { seq: number }) => seq % 7 !== 0);
        return { ...frame, entries };
      },
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

for (const [title, rule, spoiling] of spoilings) {
  test(`[CONF-1] a server with ${title} fails ${rule}`, async () => {
    const proxy = await startTamperingProxy(server.origin);
    const options = {
      base: proxy.origin,
      credentials: credentials(),
      sandbox: false,
      only: [rule],
      verbose: false,
      refreshToken: undefined,
    };
    try {
      assert.deepEqual((await checkServer(options)).failed, [], 'passes when nothing is spoilt');
      proxy.spoiling = spoiling;
      const { failed, lines } = await checkServer(options);
      assert.ok(failed.includes(rule), lines.join('\n'));
    } finally {
      await proxy.close();
    }
  });
}
