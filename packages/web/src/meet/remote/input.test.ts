import assert from 'node:assert/strict';
import type { RemoteInput } from '@ringbinder/client/meet';
import { test } from 'vitest';
import { createRemoteInput } from './input.ts';

test('scrolling just before the pointer leaves is sent once, before the pointer is gone', () => {
  const sent: RemoteInput[] = [];
  const input = createRemoteInput({ tool: () => 'point', send: (each) => sent.push(each) });
  input.move({ x: 0.1, y: 0.2 });
  input.wheel({ x: 0.1, y: 0.2 }, 0, 30);
  input.leave();
  input.leave();
  input.end();
  assert.deepEqual(sent, [
    { kind: 'wheel', x: 0.1, y: 0.2, delta_x: 0, delta_y: 30 },
    { kind: 'pointer_gone' },
    { kind: 'pointer_gone' },
  ]);
});
