import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { checks } from '../check.ts';
import { data, refused } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { granted, refusedGrant } from '../grant.ts';
import { callerWith } from '../people.ts';
import type { Trial } from '../trial.ts';

const test = checks('refresh');

/** Longer than the 10 seconds for which the server accepts a spent token as a retry. */
const PAST_GRACE_MS = 11_000;

function refresh(t: Trial, refresh_token: string, more: Record<string, string> = {}) {
  const { client_id, client_secret } = t.credentials.client;
  const form = { grant_type: 'refresh_token', client_id, client_secret, refresh_token, ...more };
  return t.nobody.send('POST', '/oauth/token', { form });
}

async function refreshed(t: Trial, token: string) {
  const answer = await refresh(t, token);
  const { access_token, refresh_token } = granted(answer);
  assert.ok(refresh_token !== undefined, 'a refresh_token');
  data(await callerWith(t.connection, access_token).get('/me'));
  return { access_token, refresh_token };
}

test('[REFRESH-4] an unknown refresh token is invalid_grant', async (t) => {
  const answer = await refresh(t, 'never-issued');
  const { error } = answer.json as { error: string };
  if (error === 'unauthorized_client') throw new NotApplicable('the client may not use this grant');
  refusedGrant(answer, 'invalid_grant');
});

// One test, because a refresh token works only once.
test('[REFRESH-1] [REFRESH-2] [REFRESH-4] [REFRESH-5] [REFRESH-6] [REFRESH-7] a refresh gives new tokens; a spent token is a retry at first, and later ends its family', async (t) => {
  const first = t.refreshToken;
  if (first === undefined) throw new NotApplicable('needs a refresh token: give one with --refresh-token');
  refusedGrant(await refresh(t, first, { scope: 'read everything' }), 'invalid_scope');
  const second = await refreshed(t, first);
  const third = await refreshed(t, second.refresh_token);
  const all = [first, second.access_token, second.refresh_token, third.access_token, third.refresh_token];
  assert.equal(new Set(all).size, all.length);
  const retried = await refreshed(t, second.refresh_token);
  await delay(PAST_GRACE_MS);
  refusedGrant(await refresh(t, second.refresh_token), 'invalid_grant');
  refusedGrant(await refresh(t, third.refresh_token), 'invalid_grant');
  for (const { access_token } of [third, retried])
    refused(await callerWith(t.connection, access_token).get('/me'), 401);
});
