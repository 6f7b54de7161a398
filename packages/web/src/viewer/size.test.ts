import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleSize } from '../../../../scripts/module-size.ts';

test('[VIEW-13] the viewer, with Preact and the client, is below 60 kB', async () => {
  const bytes = await moduleSize('viewer');
  assert.ok(bytes > 20_000 && bytes < 60_000, `${bytes} bytes`);
});
