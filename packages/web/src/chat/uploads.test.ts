import assert from 'node:assert/strict';
import type { ReplicaChange } from '@ringbinder/client';
import { until } from '@ringbinder/testkit/until.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { uploadsOf } from './uploads.ts';

beforeEach(() => {
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('history', {});
});

let binders = 0;
const stored = () => ({ key: crypto.randomUUID(), binderId: '', file: file('a.txt'), addedAt: 0 });

function startUploads() {
  const calls: { key: string; payload: { client_uuid?: string }; answer(status: number): void }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init: RequestInit = {}) => {
    const { headers, body } = init as { headers: Record<string, string>; body: ReadableStream };
    const form = await new Response(body, { headers }).formData();
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    calls.push({
      key: headers['idempotency-key'] ?? '',
      payload: JSON.parse(String(form.get('payload'))),
      answer: (status) => resolve(Response.json({ code: 'X', message: 'no', data: {} }, { status })),
    });
    init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    return promise;
  });
  const client = { baseUrl: 'http://fake.test/v1', token: async () => 'T' };
  const uploads = uploadsOf({ id: `B${binders++}`, me: { id: 'me' }, client } as unknown as Parameters<
    typeof uploadsOf
  >[0]);
  let emitChange: (change: ReplicaChange) => void = () => undefined;
  uploads.follow({
    onChange(listener: typeof emitChange) {
      emitChange = listener;
      return () => undefined;
    },
  } as unknown as Parameters<typeof uploads.follow>[0]);
  const emitEntry = (kind: string, actor: string, client_uuid?: string) =>
    emitChange({
      type: 'entries',
      entries: [{ kind, actor: { id: actor }, body: { client_uuid } }],
    } as never);
  const states = () => uploads.all.value.map(({ name, state }) => `${name} ${state.status}`);
  return { uploads, calls, emitEntry, states };
}

const file = (name: string) => new File(['text'], name, { type: 'text/plain' });

test('[CHAT-9] files are sent one after the other, and one that is refused stays with its reason', async () => {
  const { uploads, calls, states } = startUploads();
  uploads.add(file('a.txt'), 'file');
  uploads.add(file('b.txt'), 'file');
  await until('the first is sent', () => calls.length === 1);
  assert.deepEqual(states(), ['a.txt sending', 'b.txt waiting']);
  calls[0]?.answer(403);
  await until('the second is sent', () => calls.length === 2);
  assert.deepEqual(states(), ['a.txt refused', 'b.txt sending']);
  calls[1]?.answer(200);
  await until('it is there', () => states().length === 1);
  uploads.retry(uploads.all.value[0]?.id ?? '');
  await until('it is sent again', () => calls.length === 3);
  assert.equal(calls[2]?.key, calls[0]?.key, 'as the same upload');
  calls[2]?.answer(200);
  await until('it is there', () => states().length === 0);
});

test('[CHAT-9] an upload goes with its own message, and not with one of another author who names it', async () => {
  const { uploads, calls, emitEntry, states } = startUploads();
  uploads.add(file('a.txt'), 'file');
  await until('it is sent', () => calls.length === 1);
  const { client_uuid } = calls[0]?.payload ?? {};
  assert.equal(client_uuid, uploads.all.value[0]?.id);
  emitEntry('message_posted', 'other', client_uuid);
  emitEntry('message_posted', 'me');
  emitEntry('message_posted', 'me', 'another');
  assert.deepEqual(states(), ['a.txt sending']);
  emitEntry('message_posted', 'me', client_uuid);
  assert.deepEqual(states(), []);
  calls[0]?.answer(200);
});

test('[CHAT-9] an upload that is cancelled ends, and the next one is sent', async () => {
  const { uploads, calls, states } = startUploads();
  uploads.add(file('a.txt'), 'file');
  uploads.add(file('b.txt'), 'file');
  await until('it is sent', () => calls.length === 1);
  uploads.cancel(uploads.all.value[0]?.id ?? '');
  assert.deepEqual(states(), ['b.txt waiting']);
  await until('the next is sent', () => calls.length === 2);
  calls[1]?.answer(200);
  await until('it is there', () => states().length === 0);
});

test('[CHAT-9] a stored message that is refused is removed, and without a session it is stored', async () => {
  const { uploads, calls, states } = startUploads();
  const message = { kind: 'file', body: { message: {} } } as const;
  const forget = vi.fn(async () => undefined);
  uploads.resumeStored(stored(), message, forget, false);
  await until('it is sent', () => calls.length === 1);
  calls[0]?.answer(401);
  await until('it is refused', () => states()[0] === 'a.txt refused');
  expect(forget).not.toHaveBeenCalled();
  uploads.retry(uploads.all.value[0]?.id ?? '');
  await until('it is sent again', () => calls.length === 2);
  calls[1]?.answer(403);
  await until('it is refused again', () => states()[0] === 'a.txt refused');
  expect(forget).toHaveBeenCalledTimes(1);
});

test('[CHAT-9] a message that may have arrived more than a day ago is sent only by Retry', async () => {
  const { uploads, calls, states } = startUploads();
  uploads.resumeStored(stored(), { kind: 'file', body: { message: {} } }, async () => undefined, true);
  uploads.add(file('b.txt'), 'file');
  await until('the next is sent', () => calls.length === 1);
  assert.deepEqual(states(), ['a.txt refused', 'b.txt sending']);
  calls[0]?.answer(200);
  await until('it is there', () => states().length === 1);
  uploads.retry(uploads.all.value[0]?.id ?? '');
  await until('it is sent', () => calls.length === 2);
  calls[1]?.answer(200);
  await until('it is there', () => states().length === 0);
});
