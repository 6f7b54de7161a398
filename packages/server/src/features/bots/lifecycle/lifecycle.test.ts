import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type MadeUser, startService, type TestService, until } from '@ringbinder/testkit';
import { type BotStage, setBotStage } from '../testing/bot-stage.ts';

let service: TestService;
let stage: BotStage;
/** Admin of the org of the cast. */
let admin: MadeUser;
before(async () => {
  service = await startService({ botLog: true });
});
beforeEach(async () => {
  stage = await setBotStage(service);
  admin = await makeAdmin(stage.cast.owner);
});
after(() => service.close());

async function makeAdmin({ partnerId, orgId }: Pick<MadeUser, 'partnerId' | 'orgId'>): Promise<MadeUser> {
  const user = await service.make.user({ partner: { id: partnerId, orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  return user;
}

const switchBot = (enabled: boolean, { clientId, orgId } = stage.bot, by = admin) =>
  service.call('POST', `/orgs/${orgId}/bots/${clientId}`, { token: by.token, json: { enabled } });

const addUsers = (path: string, userIds: string[], by: { token: string }, binderId = stage.cast.binderId) =>
  service.call('POST', `/${binderId}/${path}`, {
    token: by.token,
    json: { users: userIds.map((id) => ({ user: { id } })) },
  });

const removeUser = (id: string, by: { token: string }, binderId = stage.cast.binderId) =>
  service.call('POST', `/${binderId}/removeuser`, { token: by.token, json: { id } });

/** What a bot was told, in short: kind, binder, who caused it. */
async function toldTo(userId: string): Promise<string[]> {
  const rows = await service.env.db.query<{ body: string }>(
    'SELECT body FROM bot_events WHERE user_id = $1 ORDER BY sequence',
    [userId],
  );
  return rows.map(({ body }) => {
    const { message_type, binder_id, event } = JSON.parse(body);
    return [message_type, binder_id, event.user.id].filter(Boolean).join(' ');
  });
}

const causer = ({ id, name, email, uniqueId }: MadeUser) => ({
  id,
  name,
  image_url: '',
  email,
  unique_id: uniqueId,
  is_bot: false,
});

test('[BOT-1] [BOT-9] [EVENT-2] [EVENT-7] an org admin enables a bot app: it becomes a user, and is told', async () => {
  const { partner } = stage.cast;
  const app = await service.make.botApp(partner.id);
  const of = { clientId: app.id, orgId: partner.orgId };
  const answer = await switchBot(true, { ...stage.bot, ...of });
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
  assert.deepEqual(body, {
    message_id: body.message_id,
    message_type: 'bot_enabled',
    binder_id: '',
    client_id: app.id,
    org_id: partner.orgId,
    event: {
      timestamp: new Date(row.at).toISOString().replace(/\.\d+Z/, 'Z'),
      user: causer(admin),
      bot: { id: user.id, name: app.name },
      target: { id: partner.orgId, object_type: 'org' },
    },
  });
});

test('[BOT-2] [BOT-6] [EVENT-7] a bot that is disabled leaves its binders, and is told of each move once', async () => {
  const { cast, bot } = stage;
  const other = await service.make.binder(cast.owner);
  assert.equal((await addUsers('addorguser', [bot.userId], cast.owner)).status, 200);
  assert.equal((await addUsers('addorguser', [bot.userId], cast.owner, other)).status, 200);
  await stage.events(0, 3);
  const answer = await switchBot(false);
  assert.equal(answer.body.data.enabled, false);
  assert.equal(answer.body.data.user.id, bot.userId);
  for (const binderId of [cast.binderId, other]) {
    const { users } = await stage.call(cast.owner, 'GET', `/${binderId}`);
    assert.ok(!users.some(({ user }: { user: { id: string } }) => user.id === bot.userId));
  }
  const expected = [
    `bot_enabled`,
    `bot_installed ${cast.binderId} ${cast.owner.id}`,
    `bot_installed ${other} ${cast.owner.id}`,
    `bot_disabled ${admin.id}`,
    ...[cast.binderId, other].sort().map((id) => `bot_uninstalled ${id} ${admin.id}`),
  ];
  await whenTold(bot.userId, expected.length);
  const told = await toldTo(bot.userId);
  assert.deepEqual([told[0]?.split(' ')[0], ...told.slice(1, 4), ...told.slice(4).sort()], expected);
  // The log of a binder tells who took it out.
  const [entry] = await service.env.db.query<{ kind: string; actor_id: string; body: object }>(
    'SELECT kind, actor_id, body FROM binder_log WHERE binder_id = $1 ORDER BY seq DESC LIMIT 1',
    [cast.binderId],
  );
  const body = { user_id: bot.userId, name: bot.name };
  assert.deepEqual(entry, { kind: 'member_removed', actor_id: admin.id, body });
  assert.deepEqual(await placesOf([cast.binderId, other]), [], 'nobody reads a log for no bot');
});

async function whenTold(userId: string, count: number): Promise<void> {
  await until(`${count} events are there`, async () => (await toldTo(userId)).length >= count);
}

const placesOf = (binderIds: string[]) =>
  service.env.db.query('SELECT binder_id FROM bot_log_read WHERE binder_id = ANY($1)', [binderIds]);

test('[BOT-1] enabled again, it is the same user, and is in no binder', async () => {
  const { cast, bot } = stage;
  await stage.install();
  await switchBot(false);
  const answer = await switchBot(true);
  assert.equal(answer.body.data.user.id, bot.userId);
  assert.equal(answer.body.data.enabled, true);
  await whenTold(bot.userId, 5);
  const kinds = (await toldTo(bot.userId)).map((told) => told.split(' ')[0]).sort();
  assert.deepEqual(kinds, ['bot_disabled', 'bot_enabled', 'bot_enabled', 'bot_installed', 'bot_uninstalled']);
  const { users } = await stage.call(cast.owner, 'GET', `/${cast.binderId}`);
  assert.ok(!users.some(({ user }: { user: { id: string } }) => user.id === bot.userId));
  assert.equal((await addUsers('addorguser', [bot.userId], cast.owner)).status, 200);
});

test('[BOT-2] the tokens of a bot stop at once when it is disabled, and do not count again when it is enabled', async () => {
  const { bot } = stage;
  const use = () => service.call('GET', '/apps/events', { token: bot.token });
  assert.equal((await use()).status, 200);
  await switchBot(false);
  assert.equal((await use()).status, 401, 'at once, though it was warm in the cache');
  await switchBot(true);
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
  const { partner } = stage.cast;
  const app = await service.make.botApp(partner.id);
  const of = { ...stage.bot, clientId: app.id, orgId: partner.orgId };
  for (const enabled of [true, false, true]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => switchBot(enabled, of)));
    assert.ok(answers.every(({ status, body }) => status === 200 && body.data.enabled === enabled));
    assert.equal(new Set(answers.map(({ body }) => body.data.user.id)).size, 1);
  }
  const [{ id } = { id: '' }] = await service.env.db.query<{ id: string }>(
    'SELECT user_id AS id FROM org_bots WHERE client_id = $1',
    [app.id],
  );
  const kinds = (await toldTo(id)).map((told) => told.split(' ')[0]);
  assert.deepEqual(kinds, ['bot_enabled', 'bot_disabled', 'bot_enabled']);
  const audited = await service.env.db.query<{ action: string; actor_id: string }>(
    'SELECT action, actor_id FROM audit_entries WHERE target = $1 ORDER BY id',
    [app.id],
  );
  assert.deepEqual(
    audited,
    ['bot.enable', 'bot.disable', 'bot.enable'].map((action) => ({ action, actor_id: admin.id })),
  );
});

test('[BOT-3] [BOT-10] [EVENT-8] a member adds a bot by addorguser or inviteuser: installed as an editor', async () => {
  const { cast, bot } = stage;
  for (const path of ['addorguser', 'addteamuser', 'inviteuser']) {
    const binderId = await service.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
    await service.call('POST', `/${binderId}/messages`, {
      token: cast.owner.token,
      json: { message: { text: 'before the bot came' } },
    });
    const before = await stage.pull();
    const { sequence: from = 0 } = before.at(-1) ?? {};
    assert.equal((await addUsers(path, [bot.userId, cast.viewer.id], cast.editor, binderId)).status, 200);
    const [event] = await stage.events(from, 1);
    const { message_id, event: told, ...rest } = event?.message ?? {};
    assert.ok(message_id);
    const head = { message_type: 'bot_installed', binder_id: binderId };
    assert.deepEqual(rest, { ...head, client_id: bot.clientId, org_id: bot.orgId });
    assert.deepEqual(
      { ...told, timestamp: '' },
      {
        timestamp: '',
        user: causer(cast.editor),
        bot: { id: bot.userId, name: bot.name },
        target: { id: binderId, object_type: 'binder' },
      },
    );
    const { users } = await stage.call(cast.owner, 'GET', `/${binderId}`);
    const member = users.find(({ user }: { user: { id: string } }) => user.id === bot.userId);
    assert.equal(member.type, 'BOARD_READ_WRITE');
    assert.equal(member.user.is_bot, true);
    await stage.call(bot, 'POST', `/${binderId}/messages`, { message: { text: 'Hello' } });
    assert.equal((await addUsers(path, [bot.userId], cast.editor, binderId)).status, 409);
  }
});

test('[BOT-5] whoever is not of the org of the binder’s owner adds no bot, and nobody a bot of another org', async () => {
  const { cast, bot } = stage;
  const foreign = await service.make.bot({ partner: cast.partner, orgId: cast.neighbour.orgId });
  assert.equal((await addUsers('inviteuser', [cast.neighbour.id], cast.owner)).status, 200);
  for (const userId of [bot.userId, foreign.userId]) {
    const answer = await addUsers('inviteuser', [cast.colleague.id, userId], cast.neighbour);
    assert.equal(answer.status, 403, JSON.stringify(answer.body));
  }
  assert.equal((await addUsers('inviteuser', [foreign.userId], cast.owner)).status, 403);
  assert.equal((await addUsers('addorguser', [foreign.userId], cast.owner)).status, 403);
  const { users } = await stage.call(cast.owner, 'GET', `/${cast.binderId}`);
  assert.equal(users.length, 4, 'all or none');
  assert.deepEqual(await placesOf([cast.binderId]), []);
});

test('[BOT-3] a viewer adds no bot, and a bot that is disabled cannot be added', async () => {
  const { cast, bot } = stage;
  assert.equal((await addUsers('addorguser', [bot.userId], cast.viewer)).status, 403);
  await switchBot(false);
  assert.equal((await addUsers('addorguser', [bot.userId], cast.owner)).status, 404);
});

test('[BOT-4] [BOT-6] [BOT-10] [EVENT-8] a bot that leaves or is removed is told so last', async () => {
  const { cast, bot } = stage;
  for (const by of [bot, cast.editor]) {
    const from = await stage.install();
    await service.call('POST', `/${cast.binderId}/messages`, {
      token: cast.owner.token,
      json: { message: { text: 'in between' } },
    });
    assert.equal((await removeUser(bot.userId, by)).status, 200);
    await service.call('POST', `/${cast.binderId}/messages`, {
      token: cast.owner.token,
      json: { message: { text: 'afterwards' } },
    });
    const [comment, last] = await stage.events(from, 2);
    assert.equal(comment?.message.event.comment.text, 'in between');
    assert.equal(last?.message.message_type, 'bot_uninstalled');
    assert.deepEqual(last?.message.event.bot, { id: bot.userId, name: bot.name });
    assert.deepEqual(last?.message.event.target, { id: cast.binderId, object_type: 'binder' });
    assert.equal(last?.message.event.user.id, by === bot ? bot.userId : cast.editor.id);
  }
});

test('[BOT-6] all bots of a binder that is deleted are told who did it', async () => {
  const { cast, bot } = stage;
  const second = await service.make.bot({ partner: cast.partner });
  const from = [await stage.install(), await stage.install(second)];
  assert.equal((await service.call('DELETE', `/${cast.binderId}`, { token: cast.owner.token })).status, 200);
  for (const [place, each] of [bot, second].entries()) {
    const [event] = await stage.events(from[place] ?? 0, 1, each);
    assert.equal(event?.message.message_type, 'bot_uninstalled');
    assert.equal(event?.message.event.user.id, cast.owner.id);
    assert.deepEqual(event?.message.event.bot, { id: each.userId, name: each.name });
  }
  assert.deepEqual(await placesOf([cast.binderId]), []);
});

test('[BOT-3] a bot that is added to be disabled at once ends up in no binder, or is not added', async () => {
  const { cast, bot } = stage;
  for (let round = 0; round < 8; round++) {
    const binderId = await service.make.binder(cast.owner);
    const [added, disabled] = await Promise.all([
      addUsers('addorguser', [bot.userId], cast.owner, binderId),
      switchBot(false),
    ]);
    assert.equal(disabled.status, 200);
    assert.ok([200, 403, 404].includes(added.status), String(added.status));
    const { users } = await stage.call(cast.owner, 'GET', `/${binderId}`);
    assert.equal(users.length, 1, `added: ${added.status}`);
    await switchBot(true);
  }
});

test('[BOT-6] a bot hears the binders that it made, stays their owner when it is disabled, and hears nothing then', async () => {
  const { cast, bot } = stage;
  const { id } = await stage.call(bot, 'POST', '/me/binders', { name: 'Made by a bot' });
  const say = (text: string) =>
    service.call('POST', `/${id}/messages`, { token: cast.editor.token, json: { message: { text } } });
  assert.equal((await addUsers('inviteuser', [cast.editor.id], bot, id)).status, 200);
  await say('one');
  await stage.events(1, 2);
  await switchBot(false);
  await say('two');
  await switchBot(true);
  await say('three');
  await whenTold(bot.userId, 8);
  const rows = await service.env.db.query<{ kind: string; body: string }>(
    'SELECT kind, body FROM bot_events WHERE user_id = $1 AND binder_id = $2 ORDER BY sequence',
    [bot.userId, id],
  );
  assert.deepEqual(
    rows.map(({ kind, body }) => JSON.parse(body).event.comment?.text ?? kind),
    ['bot_installed', 'one', 'bot_uninstalled', 'bot_installed', 'three'],
  );
});

test('[BOT-3] a direct message to a bot installs it in the conversation, and one by a bot too', async () => {
  const { cast, bot } = stage;
  const write = (who: { token: string }, to: string, text: string) =>
    stage.call(who, 'POST', '/me/messages', { user: { user_id: to }, message: { text } });
  const { binder_id } = await write(cast.owner, bot.userId, 'Hello bot');
  const [installed, comment] = await stage.events(1, 2);
  assert.deepEqual(
    [installed?.message.message_type, installed?.message.binder_id],
    ['bot_installed', binder_id],
  );
  assert.equal(comment?.message.event.comment.text, 'Hello bot');
  const second = await write(bot, cast.viewer.id, 'Hello you');
  assert.deepEqual((await stage.events(3, 1))[0]?.message.binder_id, second.binder_id);
});

test('[BOT-8] the bots of an org: all that can be for its admins, the enabled ones for its users', async () => {
  const { cast, bot } = stage;
  const { orgId } = bot;
  const app = await service.make.botApp(cast.partner.id);
  const off = await service.make.bot({ partner: cast.partner });
  await switchBot(false, off);
  const listFor = (who: { token: string }, path: string) =>
    stage.call(who, 'GET', path).then(({ bots }) => bots as { client_id: string }[]);
  for (const path of [`/orgs/${orgId}/bots`, `/me/orgs/${orgId}/bots`]) {
    const listed = await listFor(cast.viewer, path);
    assert.deepEqual(
      listed.map(({ client_id }) => client_id),
      [bot.clientId],
    );
    const [first] = listed as unknown as [{ name: string; enabled: boolean; user: { id: string } }];
    assert.deepEqual([first.name, first.enabled, first.user.id], [bot.name, true, bot.userId]);
    const all = (await listFor(admin, path)) as unknown as Record<string, unknown>[];
    const states = Object.fromEntries(all.map(({ client_id, enabled }) => [client_id, enabled]));
    assert.deepEqual(states, { [bot.clientId]: true, [app.id]: false, [off.clientId]: false });
    assert.equal(all.find(({ client_id }) => client_id === app.id)?.user, null);
  }
  const { bots, next_cursor } = await stage.call(admin, 'GET', `/orgs/${orgId}/bots?limit=2`);
  const rest = await stage.call(admin, 'GET', `/orgs/${orgId}/bots?limit=2&cursor=${next_cursor}`);
  assert.equal(new Set([...bots, ...rest.bots].map((each) => each.client_id)).size, 3);
  assert.equal(rest.next_cursor, undefined);
});
