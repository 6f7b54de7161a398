import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { createFrameRouter } from './frame-router.ts';

test('[CLIENT-17] what is answered to one tab’s question about its binders is no answer to another tab’s about one binder', () => {
  const sent: ClientFrame[] = [];
  const delivered: { tabs: readonly string[]; frame: ServerFrame }[] = [];
  const router = createFrameRouter({
    send: (frame) => sent.push(frame) > 0,
    deliver: (tabs, frame) => void delivered.push({ tabs, frame }),
    resubscribe: () => assert.fail('nobody has to ask again'),
  });
  router.add('one');
  router.add('other');
  router.sendFrom('one', { type: 'subscribe', id: 7, binder_id: 'B1' });
  router.sendFrom('other', { type: 'subscribe_self', id: 1 });
  const [subscribe, self] = sent.map((frame) => ('id' in frame ? frame.id : undefined));
  assert.notEqual(self, subscribe);
  const refusal = { code: 'RESPONSE_ERROR_CONFLICT', message: 'it was given up before it was answered' };
  router.receive({ type: 'refused', id: self as number, ...refusal });
  assert.deepEqual(delivered, []);
  router.receive({ type: 'refused', id: subscribe as number, ...refusal });
  assert.deepEqual(delivered, [{ tabs: ['one'], frame: { type: 'refused', id: 7, ...refusal } }]);
});
