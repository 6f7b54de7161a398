import assert from 'node:assert/strict';
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
