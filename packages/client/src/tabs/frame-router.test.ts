import assert from 'node:assert/strict';
import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { test } from 'vitest';
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
  router.sendFrom('other', { type: 'subscribe_self', id: 0 });
  const [subscribe, self] = sent.map((frame) => ('id' in frame ? frame.id : undefined));
  assert.notEqual(self, subscribe);
  const refusal = { code: 'RESPONSE_ERROR_CONFLICT', message: 'unsubscribed before the answer' };
  router.receive({ type: 'refused', id: self as number, ...refusal });
  router.receive({ type: 'refused', id: subscribe as number, ...refusal });
  assert.deepEqual(delivered, [
    { tabs: ['one', 'other'], frame: { type: 'refused', id: 0, ...refusal } },
    { tabs: ['one'], frame: { type: 'refused', id: 7, ...refusal } },
  ]);
});

test('[CLIENT-17] a tab that asks again at once, as another was given a snapshot, is asked for once', () => {
  const sent: ClientFrame[] = [];
  const router = createFrameRouter({
    send: (frame) => sent.push(frame) > 0,
    deliver: () => undefined,
    resubscribe: (tabs, binderId) => {
      for (const tab of tabs) router.sendFrom(tab, { type: 'subscribe', id: 2, binder_id: binderId });
    },
  });
  const requestedIds = () => sent.map((frame) => ('id' in frame ? frame.id : undefined));
  const answerLast = () => {
    const id = requestedIds().at(-1) as number;
    router.receive({ type: 'snapshot', id, binder_id: 'B1' } as ServerFrame);
  };
  router.add('leader');
  router.add('other');
  router.sendFrom('leader', { type: 'subscribe', id: 1, binder_id: 'B1' });
  answerLast();
  router.sendFrom('other', { type: 'subscribe', id: 1, binder_id: 'B1' });
  assert.equal(sent.length, 2);
  answerLast();
  assert.equal(sent.length, 3);
  assert.equal(new Set(requestedIds()).size, 3);
});

test('[CLIENT-17] a binder is left with the last tab that follows it', () => {
  const sent: ClientFrame[] = [];
  const delivered: string[] = [];
  const router = createFrameRouter({
    send: (frame) => sent.push(frame) > 0,
    deliver: (tabs, frame) => void delivered.push(`${frame.type} ${tabs.join(' ')}`),
    resubscribe: () => undefined,
  });
  for (const tab of ['one', 'other']) {
    router.add(tab);
    router.sendFrom(tab, { type: 'subscribe', id: 1, binder_id: 'B1' });
  }
  const left = () => sent.filter(({ type }) => type === 'unsubscribe').length;
  router.remove('one');
  assert.equal(left(), 0);
  router.receive({ type: 'pong' });
  assert.deepEqual(delivered, ['pong other']);
  router.remove('other');
  assert.equal(left(), 1);
  router.remove('other');
  assert.equal(left(), 1);
});
