import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleSize } from '../../../../scripts/module-size.ts';

test('[CLIP-15] Clip, with Preact and the client, is below 50 kB', async () => {
  const bytes = await moduleSize('clip');
  assert.ok(bytes > 20_000 && bytes < 50_000, `${bytes} bytes`);
});
