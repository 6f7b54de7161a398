import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';

test('[OPS-6] the script of the API reference is compressed and revalidated by its ETag', async () => {
  const script = await fetch(`${service.origin}/docs/reference.js`);
  assert.equal(script.status, 200);
  assert.equal(script.headers.get('content-encoding'), 'gzip');
  const etag = script.headers.get('etag') ?? '';
  const again = await fetch(`${service.origin}/docs/reference.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  const plain = await fetch(`${service.origin}/docs/reference.js`, {
    headers: { 'accept-encoding': 'identity' },
  });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(await plain.text(), await script.text());
  const page = await fetch(`${service.origin}/docs/`, { redirect: 'manual' });
  assert.equal(page.status, 200, 'the address with a slash works too');
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  );
});

test('the page of compatibility names every deprecated operation and field', async () => {
  const root = new URL('../../../../../', import.meta.url);
  const page = await readFile(new URL('docs/compatibility.md', root), 'utf8');
  const openapi = JSON.parse(await readFile(new URL('docs/api/openapi.json', root), 'utf8')) as {
    paths: Record<string, Record<string, { deprecated?: boolean }>>;
  };
  const deprecated = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.values(operations).some((operation) => operation.deprecated) ? [path] : [],
  );
  const fields = new Set<string>();
  JSON.stringify(openapi, (key, value) => {
    if (value?.deprecated === true && typeof value.type === 'string') fields.add(key);
    return value;
  });
  assert.deepEqual([...fields].sort(), ['expires_in_as_text', 'sha1_signature_header']);
  assert.deepEqual(deprecated.sort(), ['/{binder_id}/addteamuser', '/{binder_id}/comments']);
  for (const name of [...deprecated, ...fields]) assert.ok(page.includes(name), name);
});
