import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually } from '../eventually.ts';
import { data, refused, status } from '../expect.ts';
import { callerWith } from '../people.ts';
import type { Profile } from '../types.ts';

const test = checks('auth');

const WITHIN_SECONDS = 10;

test('[AUTH-1] the token comes in the header or in the query', async (t) => {
  const header = data<Profile>(await t.owner.get('/me'));
  assert.deepEqual(data<Profile>(await t.nobody.get(`/me?access_token=${t.owner.token}`)), header);
});

test('[AUTH-2] a token in both places is 400', async (t) => {
  refused(await t.owner.get(`/me?access_token=${t.owner.token}`), 400);
});

test('[AUTH-3] the word Bearer is read without regard to case', async (t) => {
  for (const word of ['bearer', 'BEARER', 'bEaReR'])
    data(await t.nobody.get('/me', { authorization: `${word} ${t.owner.token}` }));
});

test('[AUTH-4] [AUTH-5] a missing or unknown token is 401 with WWW-Authenticate: Bearer', async (t) => {
  const fixture = await t.binder();
  for (const path of ['/me', fixture.path, `${fixture.path}/messages`]) {
    const bad = [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Basic ${t.owner.token}` },
      { authorization: 'Bearer' },
    ];
    for (const headers of bad) {
      const answer = await t.nobody.get(path, headers);
      refused(answer, 401);
      const challenge = answer.headers.get('www-authenticate') ?? '';
      assert.match(challenge, /^Bearer\b/);
    }
  }
  refused(await t.nobody.get('/me?access_token=nonsense'), 401);
  refused(await callerWith(t.connection, `${t.owner.token}x`).get('/me'), 401);
});

test('[AUTH-6] a registered client gets a token, an unknown one does not', async (t) => {
  const grant = await t.people.grant();
  status(grant, 200);
  status(await t.people.grant({ client_id: `C${'0'.repeat(22)}` }), 401);
});

test('[AUTH-7] tokens are opaque, long and never the same', async (t) => {
  const tokens = [await t.people.freshToken(t.owner), await t.people.freshToken(t.owner)];
  for (const token of tokens) assert.match(token, /^[\w~+/.-]{43,}=*$/);
  assert.ok(tokens[0] !== tokens[1], 'two tokens that differ');
});

test('[AUTH-9] a token of scope read may only GET', async (t) => {
  const fixture = await t.binder();
  const reader = callerWith(t.connection, await t.people.freshToken(t.owner, { scope: 'read' }));
  data(await reader.get('/me'));
  status(await reader.get(`${fixture.path}/messages`), 200);
  refused(await reader.post(`${fixture.path}/messages`, { message: { text: 'x' } }), 403);
  refused(await reader.post('/me/binders', { name: 'x' }), 403);
  refused(await reader.delete(fixture.path), 403);
  assert.deepEqual(await fixture.messages(), []);
});

test('[AUTH-11] a revoked token stops within 10 seconds everywhere', async (t) => {
  const caller = callerWith(t.connection, await t.people.freshToken(t.owner));
  status(await caller.get('/me'), 200);
  status(await t.nobody.send('POST', '/oauth/revoke', { form: { access_token: caller.token } }), 200);
  refused(
    await eventually(
      WITHIN_SECONDS,
      () => caller.get('/me'),
      (answer) => answer.status === 401,
    ),
    401,
  );
});

test('[AUTH-14] a call that waits ends with its token', async (t) => {
  const fixture = await t.binder();
  const caller = callerWith(t.connection, await t.people.freshToken(t.owner));
  const waited = caller.get(`${fixture.path}/feed?after=${await fixture.seq()}&wait=30`);
  status(await t.nobody.send('POST', '/oauth/revoke', { form: { access_token: caller.token } }), 200);
  refused(await waited, 401);
});
