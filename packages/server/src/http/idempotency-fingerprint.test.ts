import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeAll, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { idempotent } from './idempotency.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

async function settle(
  change: Partial<Record<'method' | 'url' | 'bodyText' | 'userId' | 'clientId', string>>,
) {
  const call = { method: 'POST', url: '/v1/me/binders?a=1', bodyText: '{"a":1}', ...change };
  const caller = { userId: cast.owner.id, clientId: cast.client.id, ...change };
  const headers = { 'idempotency-key': 'one-key' };
  const request = { ...call, caller, headers, params: {} } as unknown as FastifyRequest;
  let isReplayed = false;
  const reply = {
    header(name: string) {
      isReplayed ||= name === 'idempotent-replayed';
    },
  } as unknown as FastifyReply;
  try {
    await idempotent(request, reply, service.env, async () => ({ done: true }));
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
  return isReplayed ? 'replayed' : 'done';
}

test('[IDEM-3] method, path and body are what a key was used for; user and client are whose it is', async () => {
  assert.equal(await settle({}), 'done');
  assert.equal(await settle({}), 'replayed');
  assert.equal(await settle({ url: '/v1/me/binders?a=2' }), 'replayed', 'a query is no part of it');
  for (const change of [
    { method: 'DELETE' },
    { method: 'PUT' },
    { url: '/sandbox/v1/me/binders' },
    { url: '/v1/me/binder' },
    { bodyText: '{"a":2}' },
    { bodyText: '' },
  ])
    assert.equal(await settle(change), 409, JSON.stringify(change));
  assert.equal(await settle({ userId: cast.editor.id }), 'done');
  assert.equal(await settle({ clientId: 'Canother' }), 'done');
});

test('[IDEM-3] what stands before and behind the line break of a fingerprint cannot be moved over it', async () => {
  const key = { userId: cast.viewer.id };
  assert.equal(await settle({ ...key, url: '/a', bodyText: 'b\nc' }), 'done');
  assert.equal(await settle({ ...key, url: '/a?\nb', bodyText: 'c' }), 409);
});
