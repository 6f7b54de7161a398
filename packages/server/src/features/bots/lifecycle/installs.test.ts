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

test('[BOT-3] [BOT-10] [EVENT-8] a member adds a bot by addorguser or inviteuser: installed as an editor', async () => {
  const { cast, bot } = fixture;
  for (const path of ['addorguser', 'addteamuser', 'inviteuser']) {
    const binderId = await service.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
    await service.call('POST', `/${binderId}/messages`, {
      token: cast.owner.token,
      json: { message: { text: 'before the bot came' } },
    });
    const before = await fixture.pull();
    const { sequence: from = 0 } = before.at(-1) ?? {};
    assert.equal(
      (await moves.addUsers(path, [bot.userId, cast.viewer.id], cast.editor, binderId)).status,
      200,
    );
    const [event] = await fixture.events(from, 1);
    const { message_id, event: built, ...rest } = event?.message ?? {};
    assert.ok(message_id);
    const head = { message_type: 'bot_installed', binder_id: binderId };
    assert.deepEqual(rest, { ...head, client_id: bot.clientId, org_id: bot.orgId });
    assert.deepEqual(
      { ...built, timestamp: '' },
      {
        timestamp: '',
        user: asCause(cast.editor),
        bot: { id: bot.userId, name: bot.name },
        target: { id: binderId, object_type: 'binder' },
      },
    );
    const { users } = await fixture.call(cast.owner, 'GET', `/${binderId}`);
    const member = users.find(({ user }: { user: { id: string } }) => user.id === bot.userId);
    assert.equal(member.type, 'BOARD_READ_WRITE');
    assert.equal(member.user.is_bot, true);
    await fixture.call(bot, 'POST', `/${binderId}/messages`, { message: { text: 'Hello' } });
    assert.equal((await moves.addUsers(path, [bot.userId], cast.editor, binderId)).status, 409);
  }
});

test('[BOT-5] whoever is not of the org of the binder’s owner adds no bot, and nobody a bot of another org', async () => {
  const { cast, bot } = fixture;
  const foreign = await service.make.bot({ partner: cast.partner, orgId: cast.neighbour.orgId });
  assert.equal((await moves.addUsers('inviteuser', [cast.neighbour.id], cast.owner)).status, 200);
  for (const userId of [bot.userId, foreign.userId]) {
    const answer = await moves.addUsers('inviteuser', [cast.colleague.id, userId], cast.neighbour);
    assert.equal(answer.status, 403, JSON.stringify(answer.body));
  }
  assert.equal((await moves.addUsers('inviteuser', [foreign.userId], cast.owner)).status, 403);
  assert.equal((await moves.addUsers('addorguser', [foreign.userId], cast.owner)).status, 403);
  const { users } = await fixture.call(cast.owner, 'GET', `/${cast.binderId}`);
  assert.equal(users.length, 4, 'all or none');
  assert.deepEqual(await moves.placesOf([cast.binderId]), []);
});

test('[BOT-3] a viewer adds no bot, and a bot that is disabled cannot be added', async () => {
  const { cast, bot } = fixture;
  assert.equal((await moves.addUsers('addorguser', [bot.userId], cast.viewer)).status, 403);
  await moves.switchBot(false);
  assert.equal((await moves.addUsers('addorguser', [bot.userId], cast.owner)).status, 404);
});

test('[BOT-4] [BOT-6] [BOT-10] [EVENT-8] a bot that leaves or is removed is told so last', async () => {
  const { cast, bot } = fixture;
  for (const by of [bot, cast.editor]) {
    const from = await fixture.install();
    await service.call('POST', `/${cast.binderId}/messages`, {
      token: cast.owner.token,
      json: { message: { text: 'in between' } },
    });
    assert.equal((await moves.removeUser(bot.userId, by)).status, 200);
    await service.call('POST', `/${cast.binderId}/messages`, {
      token: cast.owner.token,
      json: { message: { text: 'afterwards' } },
    });
    const [comment, last] = await fixture.events(from, 2);
    assert.equal(comment?.message.event.comment.text, 'in between');
    assert.equal(last?.message.message_type, 'bot_uninstalled');
    assert.deepEqual(last?.message.event.bot, { id: bot.userId, name: bot.name });
    assert.deepEqual(last?.message.event.target, { id: cast.binderId, object_type: 'binder' });
    assert.equal(last?.message.event.user.id, by === bot ? bot.userId : cast.editor.id);
  }
});

test('[BOT-6] all bots of a binder that is deleted are told who did it', async () => {
  const { cast, bot } = fixture;
  const second = await service.make.bot({ partner: cast.partner });
  const from = [await fixture.install(), await fixture.install(second)];
  assert.equal((await service.call('DELETE', `/${cast.binderId}`, { token: cast.owner.token })).status, 200);
  for (const [index, each] of [bot, second].entries()) {
    const [event] = await fixture.events(from[index] ?? 0, 1, each);
    assert.equal(event?.message.message_type, 'bot_uninstalled');
    assert.equal(event?.message.event.user.id, cast.owner.id);
    assert.deepEqual(event?.message.event.bot, { id: each.userId, name: each.name });
  }
  assert.deepEqual(await moves.placesOf([cast.binderId]), []);
});

test('[BOT-3] a bot that is added to be disabled at once ends up in no binder, or is not added', async () => {
  const { cast, bot } = fixture;
  for (let round = 0; round < 8; round++) {
    const binderId = await service.make.binder(cast.owner);
    const [added, disabled] = await Promise.all([
      moves.addUsers('addorguser', [bot.userId], cast.owner, binderId),
      moves.switchBot(false),
    ]);
    assert.equal(disabled.status, 200);
    assert.ok([200, 403, 404].includes(added.status), String(added.status));
    const { users } = await fixture.call(cast.owner, 'GET', `/${binderId}`);
    assert.equal(users.length, 1, `added: ${added.status}`);
    await moves.switchBot(true);
  }
});

test('[BOT-6] a bot hears the binders that it made, stays their owner when it is disabled, and hears nothing then', async () => {
  const { cast, bot } = fixture;
  const { id } = await fixture.call(bot, 'POST', '/me/binders', { name: 'Made by a bot' });
  const say = (text: string) =>
    service.call('POST', `/${id}/messages`, { token: cast.editor.token, json: { message: { text } } });
  assert.equal((await moves.addUsers('inviteuser', [cast.editor.id], bot, id)).status, 200);
  await say('one');
  await fixture.events(1, 2);
  await moves.switchBot(false);
  await say('two');
  await moves.switchBot(true);
  await say('three');
  await moves.whenTold(bot.userId, 8);
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
  const { cast, bot } = fixture;
  const write = (who: { token: string }, to: string, text: string) =>
    fixture.call(who, 'POST', '/me/messages', { user: { user_id: to }, message: { text } });
  const { binder_id } = await write(cast.owner, bot.userId, 'Hello bot');
  const [installed, comment] = await fixture.events(1, 2);
  assert.deepEqual(
    [installed?.message.message_type, installed?.message.binder_id],
    ['bot_installed', binder_id],
  );
  assert.equal(comment?.message.event.comment.text, 'Hello bot');
  const second = await write(bot, cast.viewer.id, 'Hello you');
  assert.deepEqual((await fixture.events(3, 1))[0]?.message.binder_id, second.binder_id);
});
