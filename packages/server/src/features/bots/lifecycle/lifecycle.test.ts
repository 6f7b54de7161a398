import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type BotFixture, createBotFixture } from '../testing/bot-fixture.ts';
import { asCause, createMoves, type Moves } from '../testing/moves.ts';

let service: TestService;
let fixture: BotFixture;
let moves: Moves;
beforeAll(async () => {
  service = await startService({ botLog: true });
});
beforeEach(async () => {
  fixture = await createBotFixture(service);
  moves = await createMoves(service, fixture);
});
afterAll(() => service.close());

test('[BOT-1] [BOT-9] [EVENT-2] [EVENT-7] an org admin enables a bot app: it becomes a user, and is told', async () => {
  const { partner } = fixture.cast;
  const app = await service.make.botApp(partner.id);
  const of = { clientId: app.id, orgId: partner.orgId };
  const answer = await moves.switchBot(true, { ...fixture.bot, ...of });
  assert.equal(answer.status, 200);
  const { user, ...rest } = answer.body.data;
  assert.deepEqual(rest, { client_id: app.id, name: app.name, enabled: true });
  assert.deepEqual(
    {
      name: user.name,
      org_id: user.org_id,
      is_bot: user.is_bot,
      email: user.email,
      unique_id: user.unique_id,
    },
    { name: app.name, org_id: partner.orgId, is_bot: true, email: null, unique_id: null },
  );
  const [row] = await service.env.db.query<{ body: string; at: number; sequence: number; state: string }>(
    'SELECT body, created_at AS at, sequence, state FROM bot_events WHERE user_id = $1',
    [user.id],
  );
  const body = JSON.parse(row?.body ?? '{}');
  assert.equal(row?.sequence, 1);
  assert.equal(row.state, 'pending');
  // The timestamp is in whole seconds, so it may precede `row.at` slightly.
  const age = row.at - Date.parse(body.event.timestamp);
  assert.ok(age >= 0 && age < 10_000, `${age} ms`);
  assert.match(body.event.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.deepEqual(body, {
    message_id: body.message_id,
    message_type: 'bot_enabled',
    binder_id: '',
    client_id: app.id,
    org_id: partner.orgId,
    event: {
      timestamp: body.event.timestamp,
      user: asCause(moves.admin),
      bot: { id: user.id, name: app.name },
      target: { id: partner.orgId, object_type: 'org' },
    },
  });
});

test('[BOT-2] [BOT-6] [EVENT-7] a bot that is disabled leaves its binders, and is told of each move once', async () => {
  const { cast, bot } = fixture;
  const other = await service.make.binder(cast.owner);
  assert.equal((await moves.addUsers('addorguser', [bot.userId], cast.owner)).status, 200);
  assert.equal((await moves.addUsers('addorguser', [bot.userId], cast.owner, other)).status, 200);
  await fixture.events(0, 3);
  const answer = await moves.switchBot(false);
  assert.equal(answer.body.data.enabled, false);
  assert.equal(answer.body.data.user.id, bot.userId);
  for (const binderId of [cast.binderId, other]) {
    const { users } = await fixture.call(cast.owner, 'GET', `/${binderId}`);
    assert.ok(!users.some(({ user }: { user: { id: string } }) => user.id === bot.userId));
  }
  const expected = [
    `bot_enabled`,
    `bot_installed ${cast.binderId} ${cast.owner.id}`,
    `bot_installed ${other} ${cast.owner.id}`,
    `bot_disabled ${moves.admin.id}`,
    ...[cast.binderId, other].sort().map((id) => `bot_uninstalled ${id} ${moves.admin.id}`),
  ];
  await moves.whenTold(bot.userId, expected.length);
  const built = await moves.toldTo(bot.userId);
  assert.deepEqual([built[0]?.split(' ')[0], ...built.slice(1, 4), ...built.slice(4).sort()], expected);
  const [entry] = await service.env.db.query<{ kind: string; actor_id: string; body: object }>(
    'SELECT kind, actor_id, body FROM binder_log WHERE binder_id = $1 ORDER BY seq DESC LIMIT 1',
    [cast.binderId],
  );
  const body = { user_id: bot.userId, name: bot.name };
  assert.deepEqual(entry, { kind: 'member_removed', actor_id: moves.admin.id, body });
  assert.deepEqual(await moves.findLogCursors([cast.binderId, other]), [], 'nobody reads a log for no bot');
});

test('[BOT-1] enabled again, it is the same user, and is in no binder', async () => {
  const { cast, bot } = fixture;
  await fixture.install();
  await moves.switchBot(false);
  const answer = await moves.switchBot(true);
  assert.equal(answer.body.data.user.id, bot.userId);
  assert.equal(answer.body.data.enabled, true);
  await moves.whenTold(bot.userId, 5);
  const kinds = (await moves.toldTo(bot.userId)).map((built) => built.split(' ')[0]).sort();
  assert.deepEqual(kinds, ['bot_disabled', 'bot_enabled', 'bot_enabled', 'bot_installed', 'bot_uninstalled']);
  const { users } = await fixture.call(cast.owner, 'GET', `/${cast.binderId}`);
  assert.ok(!users.some(({ user }: { user: { id: string } }) => user.id === bot.userId));
  assert.equal((await moves.addUsers('addorguser', [bot.userId], cast.owner)).status, 200);
});

test('[BOT-2] the tokens of a bot stop at once when it is disabled, and do not count again when it is enabled', async () => {
  const { bot } = fixture;
  const use = () => service.call('GET', '/apps/events', { token: bot.token });
  assert.equal((await use()).status, 200);
  await moves.switchBot(false);
  assert.equal((await use()).status, 401, 'at once, though it was warm in the cache');
  await moves.switchBot(true);
  assert.equal((await use()).status, 401);
  const left = await service.env.db.query('SELECT 1 FROM access_tokens WHERE user_id = $1', [bot.userId]);
  assert.deepEqual(left, []);
  const families = await service.env.db.query<{ revoked: boolean }>(
    'SELECT revoked_at IS NOT NULL AS revoked FROM token_families WHERE user_id = $1',
    [bot.userId],
  );
  assert.ok(families.length > 0 && families.every(({ revoked }) => revoked));
});

test('[BOT-6] each move is made once, however many make it at once', async () => {
  const { partner } = fixture.cast;
  const app = await service.make.botApp(partner.id);
  const of = { ...fixture.bot, clientId: app.id, orgId: partner.orgId };
  for (const enabled of [true, false, true]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => moves.switchBot(enabled, of)));
    assert.ok(answers.every(({ status, body }) => status === 200 && body.data.enabled === enabled));
    assert.equal(new Set(answers.map(({ body }) => body.data.user.id)).size, 1);
  }
  const [{ id } = { id: '' }] = await service.env.db.query<{ id: string }>(
    'SELECT user_id AS id FROM org_bots WHERE client_id = $1',
    [app.id],
  );
  const kinds = (await moves.toldTo(id)).map((built) => built.split(' ')[0]);
  assert.deepEqual(kinds, ['bot_enabled', 'bot_disabled', 'bot_enabled']);
  const audited = await service.env.db.query<{ action: string; actor_id: string }>(
    'SELECT action, actor_id FROM audit_entries WHERE target = $1 ORDER BY id',
    [app.id],
  );
  assert.deepEqual(
    audited,
    ['bot.enable', 'bot.disable', 'bot.enable'].map((action) => ({ action, actor_id: moves.admin.id })),
  );
});

test('[BOT-8] the bots of an org: all that can be for its admins, the enabled ones for its users', async () => {
  const { cast, bot } = fixture;
  const { orgId } = bot;
  const app = await service.make.botApp(cast.partner.id);
  const off = await service.make.bot({ partner: cast.partner });
  await moves.switchBot(false, off);
  const listFor = (who: { token: string }, path: string) =>
    fixture.call(who, 'GET', path).then(({ bots }) => bots as { client_id: string }[]);
  for (const path of [`/orgs/${orgId}/bots`, `/me/orgs/${orgId}/bots`]) {
    const listed = await listFor(cast.viewer, path);
    assert.deepEqual(
      listed.map(({ client_id }) => client_id),
      [bot.clientId],
    );
    const [first] = listed as unknown as [{ name: string; enabled: boolean; user: { id: string } }];
    assert.deepEqual([first.name, first.enabled, first.user.id], [bot.name, true, bot.userId]);
    const all = (await listFor(moves.admin, path)) as unknown as Record<string, unknown>[];
    const states = Object.fromEntries(all.map(({ client_id, enabled }) => [client_id, enabled]));
    assert.deepEqual(states, { [bot.clientId]: true, [app.id]: false, [off.clientId]: false });
    assert.equal(all.find(({ client_id }) => client_id === app.id)?.user, null);
  }
  const { bots, next_cursor } = await fixture.call(moves.admin, 'GET', `/orgs/${orgId}/bots?limit=2`);
  const rest = await fixture.call(moves.admin, 'GET', `/orgs/${orgId}/bots?limit=2&cursor=${next_cursor}`);
  assert.equal(new Set([...bots, ...rest.bots].map((each) => each.client_id)).size, 3);
  assert.equal(rest.next_cursor, undefined);
});
