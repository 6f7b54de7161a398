import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { moduleCode } from '../../../../scripts/module-size.ts';

/** A name of its protocol, which is never shortened. */
const isLivekit = (code: string) => code.includes('livekit.JoinResponse');

test('[MEETVIEW-3] [MEET-10] Meet, with Preact and the client, is below 160 kB, and loads LiveKit’s client when it is needed', async () => {
  const { eager, later } = await moduleCode('meet');
  const bytes = eager.reduce((sum, code) => sum + gzipSync(code).length, 0);
  assert.ok(bytes > 20_000 && bytes < 160_000, `${bytes} bytes`);
  assert.deepEqual([eager.some(isLivekit), later.some(isLivekit)], [false, true]);
});
