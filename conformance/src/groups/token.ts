import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { done, status } from '../expect.ts';
import { granted, refusedGrant } from '../grant.ts';
import { callerWith } from '../people.ts';

import type { Trial } from '../trial.ts';

const test = checks('token');

const call = (t: Trial, form: Record<string, string> | [string, string][], query = '') =>
  t.nobody.send('POST', `/oauth/token${query}`, { form });

test('[TOKEN-1] [TOKEN-2] [TOKEN-3] [TOKEN-8] a form gets a token at the top level of the answer', async (t) => {
  const answer = await t.people.grant();
  const { scope } = granted(answer);
  assert.equal(scope, 'read write');
});

test('[TOKEN-1] the token endpoint takes no other content type', async (t) => {
  const body = new URLSearchParams(t.people.grantFields()).toString();
  const headers = { 'content-type': 'text/plain' };
  status(await t.nobody.send('POST', '/oauth/token', { body, headers }), 400);
});

test('[TOKEN-4] parameters are read from form and query together', async (t) => {
  const { client_id, client_secret, ...rest } = t.people.grantFields();
  const query = new URLSearchParams({ client_id: client_id ?? '', client_secret: client_secret ?? '' });
  granted(await call(t, rest, `?${query}`));
  granted(await call(t, {}, `?${new URLSearchParams(t.people.grantFields())}`));
  granted(await call(t, rest, `?${query}&unknown=%F0%9F%98%80&&flag`));
});

test('[TOKEN-5] a parameter given twice is invalid_request', async (t) => {
  const fields = t.people.grantFields();
  refusedGrant(
    await call(t, [...Object.entries(fields), ['scope', 'read'], ['scope', 'read']]),
    'invalid_request',
    'scope',
  );
  refusedGrant(
    await call(t, fields, `?grant_type=${encodeURIComponent(fields.grant_type ?? '')}`),
    'invalid_request',
    'grant_type',
  );
});

test('[TOKEN-6] [TOKEN-8] an error is RFC 6749’s with the contract’s fields beside', async (t) => {
  refusedGrant(await t.people.grant({ timestamp: 'now' }), 'invalid_request', 'timestamp');
});

test('[TOKEN-7] a scope may be asked for, and only one there is', async (t) => {
  assert.equal(granted(await t.people.grant({ scope: 'read' })).scope, 'read');
  assert.equal(granted(await t.people.grant({ scope: 'write read' })).scope, 'read write');
  refusedGrant(await t.people.grant({ scope: 'read everything' }), 'invalid_scope');
});

test('[TOKEN-9] a missing client is invalid_request, a wrong one 401 invalid_client', async (t) => {
  for (const name of ['client_id', 'client_secret']) {
    refusedGrant(await t.people.grant({ [name]: '' }), 'invalid_request', name);
    const { [name]: _, ...rest } = t.people.grantFields();
    refusedGrant(await call(t, rest), 'invalid_request', name);
  }
  refusedGrant(await t.people.grant({ client_id: `C${'0'.repeat(22)}` }), 'invalid_client');
  refusedGrant(await t.people.grant({ client_secret: 'wrong' }), 'invalid_client');
});

test('[TOKEN-11] a client may name itself in a Basic Authorization header', async (t) => {
  const { client_id = '', client_secret = '', ...rest } = t.people.grantFields();
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const ask = (headers: Record<string, string>, form: Record<string, string> = rest) =>
    t.nobody.send('POST', '/oauth/token', { form, headers });
  const right = `${client_id}:${client_secret}`;
  granted(await ask(basic(right)));
  // The header may be form-encoded, and the form may also contain the id.
  granted(await ask(basic(right.replace('C', '%43')), { ...rest, client_id }));
  const wrong = await ask(basic(`${client_id}:wrong`));
  refusedGrant(wrong, 'invalid_client', 'client_secret');
  assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic realm=/);
  refusedGrant(await ask(basic(right), { ...rest, client_id: 'Cother' }), 'invalid_request', 'client_id');
  for (const text of ['', client_id, `${client_id}:`, `:${client_secret}`, `${right}:more`, '%zz:secret'])
    refusedGrant(await ask(basic(text)), 'invalid_request', 'Authorization');
  refusedGrant(await ask({ authorization: 'Bearer x' }), 'invalid_request', 'client_id');
  // If the form contains a secret, the server ignores the Authorization header, which a proxy may have added.
  granted(await ask(basic('proxy:password'), t.people.grantFields()));
  const form = { token: 'unknown' };
  status(await t.nobody.send('POST', '/oauth/revoke', { form, headers: basic(right) }), 200);
});

test('[TOKEN-10] a missing or unknown grant_type is refused by its name', async (t) => {
  refusedGrant(await t.people.grant({ grant_type: '' }), 'invalid_request', 'grant_type');
  refusedGrant(await t.people.grant({ grant_type: 'password' }), 'unsupported_grant_type');
});

test('[REVOKE-1] [REVOKE-2] a revoked token is 401 at the next call; revoking again is a success too', async (t) => {
  const caller = callerWith(t.connection, await t.people.freshToken(t.owner));
  status(await caller.get('/me'), 200);
  for (const access_token of [caller.token, caller.token, 'never-issued', 'x'.repeat(2048)]) {
    const answer = await t.nobody.send('POST', '/oauth/revoke', { form: { access_token } });
    done(answer);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    status(await caller.get('/me'), 401);
  }
  const other = callerWith(t.connection, await t.people.freshToken(t.owner));
  done(await t.nobody.send('POST', `/oauth/revoke?access_token=${other.token}`));
  status(await other.get('/me'), 401);
  status(await t.owner.get('/me'), 200);
});

test('[REVOKE-3] revoking nothing is 400', async (t) => {
  const { token } = t.owner;
  const forms = [
    [],
    [['access_token', '']],
    [['token_type_hint', 'access_token']],
    Array(2).fill(['access_token', token]),
  ];
  for (const form of forms as [string, string][][])
    refusedGrant(await t.nobody.send('POST', '/oauth/revoke', { form }), 'invalid_request', 'access_token');
  status(await t.owner.get('/me'), 200);
});

test('[REVOKE-4] a client revokes its token by id and secret, and nothing with a wrong secret', async (t) => {
  const { client_id, client_secret } = t.credentials.client;
  const caller = callerWith(t.connection, await t.people.freshToken(t.owner));
  const form = { client_id, client_secret, token: caller.token ?? '' };
  const revoke = (more: Record<string, string> = {}) =>
    t.nobody.send('POST', '/oauth/revoke', { form: { ...form, ...more } });
  refusedGrant(await revoke({ client_secret: 'wrong' }), 'invalid_client');
  refusedGrant(await revoke({ access_token: form.token }), 'invalid_request');
  done(await revoke({ token: 'never-issued' }));
  status(await caller.get('/me'), 200);
  done(await revoke());
  status(await caller.get('/me'), 401);
});

test('[OAUTH-12] the server describes itself where RFC 8414 says', async (t) => {
  const { base } = t.connection;
  const { origin, pathname } = new URL(base);
  const answer = await t.nobody.send(
    'GET',
    `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`,
  );
  status(answer, 200);
  const described = answer.json as Record<string, unknown>;
  assert.deepEqual(described.issuer, base);
  assert.equal(described.token_endpoint, `${base}oauth/token`);
  assert.equal(described.revocation_endpoint, `${base}oauth/revoke`);
  assert.equal(described.authorization_endpoint, `${base}oauth/authorize`);
  assert.deepEqual(described.code_challenge_methods_supported, ['S256']);
  for (const name of ['response_types', 'token_endpoint_auth_methods', 'grant_types'])
    assert.ok(Array.isArray(described[`${name}_supported`]), `${name}_supported`);
});
