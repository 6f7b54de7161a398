import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { createBotFixture } from '../bots/testing/bot-fixture.ts';

/** Two processes: `here` serves the waiting callers, and `there` makes the changes. */
let here: TestService;
let there: TestService;
let cast: Cast;
beforeAll(async () => {
  here = await startService({ botLog: true });
  there = await startService({ beside: here });
});
beforeEach(async () => {
  cast = await here.make.cast();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

async function whileWaiting(
  reads: string,
  call: () => Promise<{ status: number; body: { code: string } }>,
  work: () => Promise<unknown>,
) {
  const { db } = here.env;
  const { query } = db;
  let looks = 0;
  db.query = async (text, values) => {
    const rows = await query(text, values);
    if (text.includes(reads)) looks++;
    return rows as never;
  };
  try {
    const answer = call();
    await until('it has looked, and waits', () => looks > 0);
    const begun = performance.now();
    await work();
    const { status, body } = await answer;
    return { status, code: body.code, ms: performance.now() - begun };
  } finally {
    db.query = query;
  }
}

const feed = ({ token }: CreatedUser) =>
  here.call('GET', `/${cast.binderId}/feed?after=1&wait=30`, { token });
const whileReading = (user: CreatedUser, work: () => Promise<unknown>) =>
  whileWaiting('binder_log', () => feed(user), work);

const ends: [string, (user: CreatedUser) => Promise<unknown>][] = [
  [
    'its token is revoked',
    ({ token }) => there.call('POST', '/oauth/revoke', { form: { access_token: token } }),
  ],
  ['its person is disabled', ({ id, orgId }) => administer(`/orgs/${orgId}/users/${id}`, { disabled: true })],
  ['its org is disabled', ({ orgId }) => administer(`/orgs/${orgId}`, { disabled: true })],
  [
    'its client is disabled',
    () => administer(`/partners/${cast.partner.id}/clients/${cast.client.id}`, { disabled: true }),
  ],
  [
    'a notification is lost',
    ({ token }) =>
      // Simulate a lost notification.
      there.env.db.query(
        `WITH ended AS (DELETE FROM access_tokens WHERE hash = sha256($1::bytea))
         UPDATE settings SET value = to_jsonb(value::bigint + 1) WHERE name = 'revocations'`,
        [Buffer.from(token)],
      ),
  ],
];

async function administer(path: string, json: unknown) {
  const admin = await there.make.user({ partner: cast.partner });
  await there.env.db.query('UPDATE users SET is_partner_admin = true, org_id = $2 WHERE id = $1', [
    admin.id,
    await there.make.org(cast.partner.id),
  ]);
  const answer = await there.call('POST', path, { token: admin.token, json });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

for (const [what, work] of ends) {
  test(`[AUTH-14] a poll that waits ends within 2 seconds when ${what} by another process`, async () => {
    await there.env.db.query(
      `INSERT INTO settings (name, value) VALUES ('revocations', '1') ON CONFLICT DO NOTHING`,
    );
    const user = cast.viewer;
    const { status, code, ms } = await whileReading(user, () => work(user));
    assert.deepEqual([status, code], [401, 'RESPONSE_ERROR_INVALID_TOKEN']);
    assert.ok(ms < 10_000, `${ms} ms`);
  });
}

test('[AUTH-14] a poll ends with its token', async () => {
  const { status } = await whileReading(cast.viewer, async () => {
    here.clock.advance(13 * 60 * 60 * 1000);
  });
  assert.equal(status, 401);
});

test('[AUTH-14] a member who is removed is watched no longer, and those who stay are', async () => {
  const { binderId, owner, viewer, editor } = cast;
  const staying = feed(editor);
  const { status } = await whileReading(viewer, () =>
    there.call('POST', `/${binderId}/removeuser`, { token: owner.token, json: { id: viewer.id } }),
  );
  assert.equal(status, 403);
  const { status: stayed, body } = await staying;
  assert.equal(stayed, 200);
  assert.equal(body.data.entries[0].kind, 'member_removed');
});

test('[AUTH-14] [DELIV-9] a bot that waits for events is told when its token ends', async () => {
  const fixture = await createBotFixture(here);
  await fixture.install();
  const [row] = await here.env.db.query<{ sequence: number }>(
    'SELECT last_sequence AS sequence FROM org_bots WHERE user_id = $1',
    [fixture.bot.userId],
  );
  const { token } = fixture.bot;
  const { status } = await whileWaiting(
    'o.last_sequence, e.sequence',
    () => here.call('GET', `/apps/events?after=${row?.sequence ?? 0}&wait=30`, { token }),
    () => there.call('POST', '/oauth/revoke', { form: { access_token: token } }),
  );
  assert.equal(status, 401);
});
