import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { data, refused, status } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import type { Trial } from '../trial.ts';

const test = checks('on all answers');

/** Paths that need no example: a page for browsers, and WebSockets. */
const NO_CALLS = new Set(['/oauth/authorize', '/realtime', '/meets/{session_key}/channel']);

async function atRoot(t: Trial, path: string): Promise<Answer> {
  const root = t.connection.base.replace(/(sandbox\/)?v1\/$/, '');
  const answer = await t.nobody.get(root + path);
  if ([401, 403, 404].includes(answer.status)) throw new NotApplicable(`/${path} is not open to this caller`);
  return answer;
}

test('[OPS-1] /healthz is 200 while the process runs', async (t) => status(await atRoot(t, 'healthz'), 200));
test('[OPS-2] /readyz is 200 when everything is there', async (t) => status(await atRoot(t, 'readyz'), 200));
test('[OPS-3] /metrics is Prometheus text', async (t) => {
  const answer = await atRoot(t, 'metrics');
  status(answer, 200);
  assert.match(answer.bytes.toString(), /^# TYPE \w+ (counter|gauge|histogram|summary)$/m);
});
test('[OPS-13] every call of the document has an example', async (t) => {
  const { json } = await atRoot(t, 'openapi.json');
  const { paths } = json as { paths: Record<string, Record<string, object>> };
  const without = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => !NO_CALLS.has(path) && lacksExample(operation))
      .map(([method]) => `${method} ${path}`),
  );
  assert.deepEqual(without, []);
  assert.ok('/oauth/authorize' in paths, 'the authorization endpoint');
});
test('[OPS-15] the guides are pages', async (t) => {
  const page = await atRoot(t, 'docs/guides');
  status(page, 200);
  assert.match(page.bytes.toString(), /<h1/);
  status(
    await t.nobody.get(`${t.connection.base.replace(/(sandbox\/)?v1\/$/, '')}docs/guides/..%2fREADME`),
    404,
  );
});
test('[WEB-4] an unknown address is a page for a browser, with 404', async (t) => {
  const path = `${t.connection.base.replace(/(sandbox\/)?v1\/$/, '')}no/such/page`;
  const answer = await t.connection.send({ method: 'GET', path, headers: { accept: 'text/html' } });
  status(answer, 404);
  assert.match(answer.bytes.toString(), /<h1/);
});
test('[OPS-6] OpenAPI 3.1 is served, and a page to read it', async (t) => {
  const answer = await atRoot(t, 'openapi.json');
  const { openapi, info, paths } = answer.json as {
    openapi: string;
    info: { title: string };
    paths: object;
  };
  assert.match(openapi, /^3\.1\./);
  assert.ok(info.title !== '' && typeof paths === 'object', 'a title, and paths');
  const page = await atRoot(t, 'docs');
  status(page, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
});

function lacksExample(operation: object): boolean {
  const { parameters, requestBody, responses } = operation as Record<string, unknown>;
  const answer = (responses as Record<string, object> | undefined)?.['200'];
  const hasSome = parameters || requestBody || JSON.stringify(answer ?? {}).includes('application/json');
  return Boolean(hasSome) && !JSON.stringify(operation).includes('"example":');
}

test('[SANDBOX-3] [SANDBOX-4] the sandbox tells its time and lets nobody else move it; production has none of it', async (t) => {
  const person = await t.people.newcomer();
  const isSandbox = new URL(t.connection.base).pathname.startsWith('/sandbox/');
  const read = await person.get('/sandbox/clock');
  if (isSandbox) {
    const { now, frozen, offset } = data<{ now: number; frozen: boolean; offset: number }>(read);
    assert.deepEqual([typeof now, typeof frozen, typeof offset], ['number', 'boolean', 'number']);
  } else refused(read, 400);
  for (const [path, json] of [
    ['/sandbox/clock', { advance: 1 }],
    ['/sandbox/reset', {}],
  ] as const)
    refused(await person.post(path, json), isSandbox ? 403 : 400);
});
