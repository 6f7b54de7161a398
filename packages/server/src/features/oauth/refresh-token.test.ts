import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  type Answer,
  type CreatedClient,
  type CreatedPartner,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { startFamily } from './index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let partner: CreatedPartner;
let client: CreatedClient;
beforeAll(async () => {
  service = await startService();
  partner = await service.make.partner();
  client = await service.make.client({ partnerId: partner.id });
});
afterAll(() => service.close());

async function authorise(scope = 'read write', as = client) {
  const user = await service.make.user({ partner, client: as });
  const tokens = await startFamily(service.env, { clientId: as.id, userId: user.id, scope });
  return { userId: user.id, access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
}

const refresh = (token: string, fields: Record<string, string> = {}, as = client): Promise<Answer> =>
  service.call('POST', '/oauth/token', {
    form: {
      client_id: as.id,
      client_secret: as.secret,
      grant_type: 'refresh_token',
      refresh_token: token,
      ...fields,
    },
  });
const statusOf = async (token: string) => (await service.call('GET', '/me', { token })).status;

function assertRefused(answer: Answer, error = 'invalid_grant'): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.error, error);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

test('[REFRESH-1] [REFRESH-2] [TOKEN-8] a refresh gives a new access token and a new refresh token', async () => {
  const first = await authorise();
  const answer = await refresh(first.refresh);
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body).sort(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  assert.deepEqual(
    [answer.body.token_type, answer.body.expires_in, answer.body.scope],
    ['bearer', 43_200, 'read write'],
  );
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const all = [first.access, first.refresh, answer.body.access_token, answer.body.refresh_token];
  assert.equal(new Set(all).size, 4);
  assert.equal(await statusOf(answer.body.access_token), 200);
  assert.equal(await statusOf(first.access), 200);
  assert.equal((await refresh(answer.body.refresh_token)).status, 200);
});

test('[REFRESH-1] refresh_token is required', async () => {
  const answer = await refresh('');
  assertRefused(answer, 'invalid_request');
  assert.match(answer.body.error_description, /refresh_token/);
});

test('[REFRESH-3] a refresh token is good for 30 days from its own generation', async () => {
  const [stored, late] = [await authorise(), await authorise()];
  service.clock.advance(30 * DAY_MS - 60_000);
  const renewed = await refresh(stored.refresh);
  assert.equal(renewed.status, 200);
  service.clock.advance(61_000);
  assertRefused(await refresh(late.refresh));
  service.clock.advance(29 * DAY_MS);
  assert.equal((await refresh(renewed.body.refresh_token)).status, 200);
});

test('[REFRESH-4] an unknown token, an access token, and one of another client are invalid_grant', async () => {
  const tokens = await authorise();
  const other = await service.make.client({ partnerId: partner.id });
  assertRefused(await refresh('unknown'));
  assertRefused(await refresh(tokens.access));
  assertRefused(await refresh(tokens.refresh, {}, other));
  assertRefused(await refresh(tokens.refresh, { scope: 'read' }, other));
  assert.equal(await statusOf(tokens.refresh), 401);
  assert.equal((await refresh(tokens.refresh)).status, 200);
});

test('[REFRESH-4] nothing is refreshed for a disabled user or org', async () => {
  const { db } = service.env;
  const tokens = await authorise();
  await db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [tokens.userId]);
  assertRefused(await refresh(tokens.refresh));
  await db.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [tokens.userId]);
  await db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [partner.orgId]);
  assertRefused(await refresh(tokens.refresh));
  await db.query('UPDATE orgs SET disabled_at = NULL WHERE id = $1', [partner.orgId]);
  assert.equal((await refresh(tokens.refresh)).status, 200);
});

test('[REFRESH-5] a spent token used again after 10 seconds revokes the family at once, access tokens too', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const first = await authorise();
  const bystander = await authorise();
  const second = (await refresh(first.refresh)).body;
  const third = (await refresh(second.refresh_token)).body;
  for (const token of [first.access, second.access_token, third.access_token]) {
    assert.equal(await statusOf(token), 200);
  }
  service.clock.advance(10_100);
  assertRefused(await refresh(first.refresh));
  for (const token of [first.access, second.access_token, third.access_token]) {
    assert.equal(await statusOf(token), 401);
  }
  for (const token of [first.refresh, second.refresh_token, third.refresh_token]) {
    assertRefused(await refresh(token));
  }
  assert.equal(await statusOf(bystander.access), 200);
});

test('[REFRESH-5] whoever is not the client cannot revoke a family by using its token', async () => {
  const first = await authorise();
  const second = (await refresh(first.refresh)).body;
  service.clock.advance(60_000);
  const other = await service.make.client({ partnerId: partner.id });
  assertRefused(await refresh(first.refresh, {}, other));
  assert.equal((await refresh(first.refresh, { client_secret: 'wrong' })).status, 401);
  assert.equal(await statusOf(second.access_token), 200);
  assert.equal((await refresh(second.refresh_token)).status, 200);
});

test('[REFRESH-6] a retry within 10 seconds gets the same answer, and revokes nothing', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const first = await authorise();
  const lost = (await refresh(first.refresh)).body;
  service.clock.advance(9_000);
  assert.deepEqual((await refresh(first.refresh)).body, lost);
  assert.deepEqual((await refresh(first.refresh, { scope: 'read' })).body, lost, 'whatever it asks for');
  assert.equal(await statusOf(lost.access_token), 200);
  assert.equal((await refresh(lost.refresh_token)).status, 200);
});

test('[REFRESH-6] the grace ends when the successor is used: the spent token then revokes the family', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const first = await authorise();
  const second = (await refresh(first.refresh)).body;
  const third = (await refresh(second.refresh_token)).body;
  assert.deepEqual((await refresh(second.refresh_token)).body, third);
  assertRefused(await refresh(first.refresh));
  for (const token of [first.access, second.access_token, third.access_token])
    assert.equal(await statusOf(token), 401);
  assertRefused(await refresh(third.refresh_token));
});

test('[REFRESH-6] twenty refreshes of one token at once, on two processes, get one pair', async (context) => {
  const other = await startService({ beside: service, clock: service.clock });
  context.onTestFinished(() => other.close());
  const first = await authorise();
  const form = {
    client_id: client.id,
    client_secret: client.secret,
    grant_type: 'refresh_token',
    refresh_token: first.refresh,
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? service : other).call('POST', '/oauth/token', { form }),
    ),
  );
  for (const { status } of answers) assert.equal(status, 200);
  const pairs = answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`);
  assert.equal(new Set(pairs).size, 1);
  assert.equal(await statusOf(answers[0]?.body.access_token), 200);
  const hash = createHash('sha256').update(first.refresh).digest();
  const [counts] = await service.env.db.query(
    `WITH family AS (SELECT family_id AS id FROM refresh_tokens WHERE hash = $1)
     SELECT (SELECT count(*) FROM refresh_tokens WHERE family_id = family.id) AS refresh,
       (SELECT count(*) FROM refresh_tokens WHERE family_id = family.id AND rotated_at IS NULL) AS live,
       (SELECT count(*) FROM access_tokens WHERE family_id = family.id) AS access FROM family`,
    [hash],
  );
  assert.deepEqual(counts, { refresh: 2, live: 1, access: 2 });
});

test('[REFRESH-6] of twenty uses of the successor and the spent token at once, no two pairs come', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const first = await authorise();
    const second = (await refresh(first.refresh)).body;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(index % 2 ? first.refresh : second.refresh_token)),
    );
    const good = answers.filter(({ status }) => status === 200).map(({ body }) => body.refresh_token);
    assert.ok(new Set(good).size <= 2, 'the successor itself, and what follows it');
  }
});

test('[REFRESH-6] an answer is not given again for an access token that was revoked', async () => {
  const first = await authorise();
  const second = (await refresh(first.refresh)).body;
  await service.call('POST', '/oauth/revoke', { form: { access_token: second.access_token } });
  assertRefused(await refresh(first.refresh));
});

test('[REFRESH-7] [TOKEN-7] a refresh may ask for less, and for all again, and never for more', async () => {
  const full = await authorise();
  const narrowed = (await refresh(full.refresh, { scope: 'read' })).body;
  assert.equal(narrowed.scope, 'read');
  const write = (token: string) => service.call('POST', '/me/binders', { token, json: { name: 'x' } });
  assert.equal((await write(narrowed.access_token)).status, 403);
  const again = (await refresh(narrowed.refresh_token, { scope: 'read write' })).body;
  assert.equal(again.scope, 'read write');
  assert.equal((await write(again.access_token)).status, 200);
  const reading = await authorise('read');
  assertRefused(await refresh(reading.refresh, { scope: 'read write' }), 'invalid_scope');
  assertRefused(await refresh(reading.refresh, { scope: 'admin' }), 'invalid_scope');
  assert.equal((await refresh(reading.refresh)).body.scope, 'read');
});

test('[REFRESH-7] a client whose scope was cut gets no more than it has left', async () => {
  const cut = await service.make.client({ partnerId: partner.id });
  const tokens = await authorise('read write', cut);
  await service.env.db.query(`UPDATE clients SET scope = 'read' WHERE id = $1`, [cut.id]);
  await service.env.revocations.announce(service.env.db, 'any');
  assertRefused(await refresh(tokens.refresh, { scope: 'read write' }, cut), 'invalid_scope');
  assert.equal((await refresh(tokens.refresh, {}, cut)).body.scope, 'read');
  await service.env.db.query(`UPDATE clients SET scope = 'write' WHERE id = $1`, [cut.id]);
  await service.env.revocations.announce(service.env.db, 'any');
  const reading = await authorise('read', cut);
  assertRefused(await refresh(reading.refresh, {}, cut));
});
