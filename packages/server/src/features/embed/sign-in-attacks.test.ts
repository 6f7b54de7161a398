import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { newVisitor, startService } from '@ringbinder/testkit';
import { afterAll, test } from 'vitest';
import { makeProvider, post } from '../saml/testing/provider.ts';
import { readAuthnRequest } from '../saml/testing/response.ts';
import { jsonOf, registerOrigins } from './testing/host-page.ts';

const service = await startService();
afterAll(() => service.close());
const partner = await service.make.partner();
const { id: partnerId, orgId } = partner;
const { id: clientId } = await service.make.client({ partnerId });
await service.env.db.query('UPDATE clients SET is_trusted = true WHERE id = $1', [clientId]);
const provider = makeProvider(service, 'https://idp.test/entity');
await provider.register({ partnerId, orgId });
const host = { origin: 'https://portal.example' };
const foreign = { origin: 'https://foreign.example' };

test('[SDK-51] a sign-in is begun by a page of a registered origin, ends in the browser where it began, and is taken once, by that page', async () => {
  const other = await service.make.client({ partnerId });
  const second = 'https://second.example';
  await registerOrigins(service, clientId, [host.origin, second]);
  await registerOrigins(service, other.id, [host.origin, foreign.origin]);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
  const secret = () => randomBytes(32).toString('base64url');
  type Sender = ReturnType<typeof newVisitor>;
  const begin = (visitor: Sender, fields: Record<string, string>, headers: Record<string, string>) =>
    visitor.post('/embed/sign-in', { client_id: clientId, org_id: orgId, ...fields }, headers);
  const from = { origin: host.origin };
  const take = (verifier: string, { client = clientId, origin = host.origin } = {}, signal?: AbortSignal) =>
    fetch(`${service.base}/embed/sign-ins/take`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ client_id: client, verifier }),
      signal: signal ?? AbortSignal.timeout(20_000),
    });
  const signOn = async (visitor: Sender, location: string) => {
    const begun = await visitor.get(location);
    const { id } = readAuthnRequest({ address: begun.location ?? '' });
    const acs = `${service.env.baseUrl()}saml/acs`;
    return post(visitor, acs, provider.answer(id, { assertion: { nameId: 'grace' } }));
  };

  const [verifier, visitor] = [secret(), newVisitor(service.origin)];
  const challenge = hashOf(verifier);
  for (const origin of [foreign.origin, 'null', `${host.origin}.evil.example`, ''])
    assert.equal((await begin(visitor, { challenge }, origin ? { origin } : {})).status, 403, origin);
  assert.ok((await visitor.get(`/embed/sign-in?client_id=${clientId}&challenge=${challenge}`)).status >= 400);
  assert.equal((await begin(visitor, { challenge, client_id: 'C1234567890123456789012' }, from)).status, 404);
  assert.equal((await begin(visitor, { challenge: 'short' }, from)).status, 400);
  assert.equal((await begin(visitor, { challenge, module: 'nothing' }, from)).status, 400);
  assert.equal(
    (await begin(visitor, { challenge, module: 'chat', widget: 'w', code: '"><script>' }, from)).status,
    400,
  );

  // A thief starts the sign-in and lures Grace to it.
  const thief = newVisitor(service.origin);
  const begun = await begin(thief, { challenge }, from);
  assert.equal(begun.status, 303);
  assert.equal((await begin(visitor, { challenge }, from)).status, 409, 'a challenge is used once');
  const signedIn = await signOn(visitor, begun.location ?? '');
  assert.equal(signedIn.location, `/embed/signed-in?sign_in=${challenge}`);
  assert.equal((await visitor.get(signedIn.location ?? '')).status, 403);
  assert.equal((await thief.get(signedIn.location ?? '')).status, 403, 'nobody is signed in there');

  const [own, mine] = [secret(), newVisitor(service.origin)];
  const back = await signOn(mine, (await begin(mine, { challenge: hashOf(own) }, from)).location ?? '');
  assert.equal((await mine.get(`/embed/signed-in?sign_in=${challenge}`)).status, 403, 'of another window');
  assert.equal((await mine.get('/embed/signed-in?sign_in=forged')).status, 403);
  const setMethod = (method: string) => service.env.db.query('UPDATE sessions SET method = $1', [method]);
  await setMethod('password');
  assert.equal((await mine.get(back.location ?? '')).status, 403);
  await setMethod('saml');
  const ending = new AbortController();
  const elsewhere = [
    take(own, { client: other.id, origin: foreign.origin }, ending.signal),
    take(own, { client: other.id }, ending.signal),
    take(own, { origin: second }, ending.signal),
    take(hashOf(own), {}, ending.signal),
    take(verifier, {}, ending.signal),
  ];
  for (const each of elsewhere) each.catch(() => undefined);
  assert.equal((await take(own, { origin: foreign.origin })).status, 403);
  const waiting = [take(own, {}, ending.signal), take(own, {}, ending.signal)];
  const rows = await service.env.db.query<{ text: string }>(
    'SELECT embed_sign_ins::text AS text FROM embed_sign_ins',
  );
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(own)));
  assert.equal((await mine.get(back.location ?? '')).status, 200);
  assert.equal((await mine.get(back.location ?? '')).status, 403, 'once');
  const frames = await Promise.race(waiting);
  const { data } = await jsonOf<{ data: { access_token: string } }>(frames);
  assert.equal(frames.headers.get('cache-control'), 'no-store');
  const me = await fetch(`${service.base}/embed/me?client_id=${clientId}`, {
    headers: { authorization: `Bearer ${data.access_token}` },
  });
  assert.equal((await jsonOf<{ data: { user: { name: string } } }>(me)).data.user.name, 'grace');
  const settled = await Promise.race([...elsewhere, take(own, {}, ending.signal), Promise.resolve('none')]);
  assert.equal(settled, 'none');
  const tokens = await service.env.db.query(
    `SELECT FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE u.name = 'grace' AND t.created_at >= $1`,
    [service.clock.now() - 60_000],
  );
  assert.ok(tokens.length >= 1);
  ending.abort();

  const late = newVisitor(service.origin);
  const lateBack = await signOn(
    late,
    (await begin(late, { challenge: hashOf(secret()) }, from)).location ?? '',
  );
  service.clock.advance(15 * 60_000 + 1_000);
  assert.equal((await late.get(lateBack.location ?? '')).status, 403);
});
