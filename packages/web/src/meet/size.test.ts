import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleSize } from '../../../../scripts/module-size.ts';

test('[MEETVIEW-3] Meet, with Preact and the client, is below 160 kB', async () => {
  const bytes = await moduleSize('meet');
  assert.ok(bytes > 20_000 && bytes < 160_000, `${bytes} bytes`);
});
