import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { createClient } from '@ringbinder/client';
import { test } from 'vitest';
import { resolveMeet } from './resolve-meet.ts';
import type { EmbedSession } from './session.ts';

function resolve(call: string, options: Record<string, string>, data: object) {
  const client = createClient({
    baseUrl: 'https://collab.example/v1/',
    token: 'T',
    fetch: async () => Response.json({ code: 'RESPONSE_SUCCESS', message: '', data }),
  });
  return resolveMeet({ call, client, options: signal(options) } as unknown as EmbedSession, 'UME');
}

test('[SDK-55] [ERR-2] [ERR-6] [ERR-7] the code of an error fits its status', async () => {
  await assert.rejects(resolve('joinMeet', {}, {}), {
    status: 400,
    code: 'RESPONSE_ERROR_INVALID_REQUEST',
  });
  const meets = [{ status: 'SESSION_STARTED', host: { id: 'UOTHER' }, session_key: 'M1' }];
  await assert.rejects(resolve('meet', { schedule_binder_id: 'B1' }, { meets }), {
    status: 409,
    code: 'RESPONSE_ERROR_CONFLICT',
  });
  await assert.rejects(resolve('joinMeet', { session_key: 'M1' }, { status: 'SESSION_ENDED' }), {
    status: 412,
    code: 'RESPONSE_ERROR_PRECONDITION_FAILED',
  });
});
