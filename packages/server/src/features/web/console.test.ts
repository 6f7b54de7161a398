import assert from 'node:assert/strict';
import { newVisitor, type Visitor } from '@ringbinder/testkit';
import { createOrg, PASSWORD, type TestOrg } from '@ringbinder/testkit/org.ts';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { bytesOnTheWire } from './testing/bytes-on-the-wire.ts';

let org: TestOrg;
beforeAll(async () => {
  org = await createOrg(service);
});

async function signedIn({ email }: { email: string }): Promise<Visitor> {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email, password: PASSWORD });
  return visitor;
}

test('[WEB-5] a member who is no admin does not get the console', async () => {
  const view = await (await signedIn(org.ben)).get('/admin');
  assert.equal(view.status, 403);
});

test('[WEB-4] an unknown address is a page of 404 for browsers, and an error of the API for programs', async () => {
  const get = (path: string, accept: string) => fetch(service.origin + path, { headers: { accept } });
  for (const path of ['/nothing', '/admn/users', '/sandbox/nothing?x=1']) {
    const answer = await get(path, 'text/html,*/*');
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), /<h1>Page not found<\/h1>/);
    assert.equal((await get(path, '*/*')).status, 400, 'programs get the error of the API');
  }
  assert.equal((await get('/v1/nothing/at/all', 'text/html')).status, 400, 'the API has no pages');
});

test('[WEB-8] the console runs only its own script, cannot be framed, and is not stored', async () => {
  const { headers, text } = await (await signedIn(org.ada)).get('/admin/users');
  assert.match(
    headers.get('content-security-policy') ?? '',
    /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
  );
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const [, script = ''] = /src="([^"]*)"/.exec(text) ?? [];
  const answer = await fetch(`${service.origin}${script}`);
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
});

const BUDGET = { script: 40_000, style: 8_000 };

test('[WEB-9] the console loads no more than its budget', async () => {
  const { text } = await (await signedIn(org.ada)).get('/admin');
  const scripts = [...text.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]*)"/g)];
  const paths = scripts.map(([, path = '']) => path);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(text) ?? [];
  assert.equal(text.match(/<script/g)?.length, 1);
  const sizes = await Promise.all(paths.map((path) => bytesOnTheWire(service.origin, path)));
  const scriptBytes = sizes.reduce((sum, bytes) => sum + bytes);
  assert.ok(scriptBytes <= BUDGET.script, `the script has ${scriptBytes} bytes`);
  const styleBytes = await bytesOnTheWire(service.origin, style);
  assert.ok(styleBytes <= BUDGET.style, `the style has ${styleBytes} bytes`);
});
