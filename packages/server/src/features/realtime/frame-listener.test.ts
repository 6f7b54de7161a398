import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'vitest';
import type { WebSocket } from 'ws';
import { invalid } from '../../errors.ts';
import { listenToFrames } from './frame-listener.ts';

test('[RT-24] frames that wait for a call are handled after it, but not after its refusal', async () => {
  for (const isRefused of [false, true]) {
    const ws = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1 });
    const handled: string[] = [];
    const listener = listenToFrames<{ type: string }>(ws as unknown as WebSocket, {
      writer: {
        send: () => undefined,
        sendBytes: () => undefined,
        sendParts: () => undefined,
        sendEphemeral: () => undefined,
        close() {
          ws.readyState = 2;
        },
      },
      read: (type) => ({ type }),
      takeRate: () => true,
      handle: ({ type }) => handled.push(type),
      failed: assert.fail,
      closed: () => undefined,
    });
    const call = Promise.withResolvers<void>();
    listener.alone(() => call.promise);
    for (const type of ['one', 'two']) ws.emit('message', type, false);
    assert.deepEqual(handled, []);
    if (isRefused) call.reject(invalid('', 'is refused'));
    else call.resolve();
    await call.promise.catch(() => undefined);
    await new Promise(setImmediate);
    assert.deepEqual(handled, isRefused ? [] : ['one', 'two']);
  }
});
