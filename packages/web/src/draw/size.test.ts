import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleSize } from '../../../../scripts/module-size.ts';

test('[DRAW-13] Draw, with Preact and the client, is below 80 kB', async () => {
  const bytes = await moduleSize('draw');
  assert.ok(bytes > 20_000 && bytes < 80_000, `${bytes} bytes`);
});
