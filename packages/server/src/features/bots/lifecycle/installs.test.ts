import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type BotFixture, createBotFixture } from '../testing/bot-fixture.ts';
import { createMoves, type Moves } from '../testing/moves.ts';

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

test('[BOT-5] whoever is not of the org of the binder’s owner adds no bot, and nobody a bot of another org', async () => {
  const { cast, bot } = fixture;
  const foreign = await service.make.bot({ partner: cast.partner, orgId: cast.otherOrg.orgId });
  assert.equal((await moves.addUsers('inviteuser', [cast.otherOrg.id], cast.owner)).status, 200);
  for (const userId of [bot.userId, foreign.userId]) {
    const answer = await moves.addUsers('inviteuser', [cast.sameOrg.id, userId], cast.otherOrg);
    assert.equal(answer.status, 403, JSON.stringify(answer.body));
  }
  assert.equal((await moves.addUsers('inviteuser', [foreign.userId], cast.owner)).status, 403);
  assert.equal((await moves.addUsers('addorguser', [foreign.userId], cast.owner)).status, 403);
  const { users } = await fixture.call(cast.owner, 'GET', `/${cast.binderId}`);
  assert.equal(users.length, 4, 'all or none');
  assert.deepEqual(await moves.findLogCursors([cast.binderId]), []);
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
  assert.deepEqual(await moves.findLogCursors([cast.binderId]), []);
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
  const postText = (text: string) =>
    service.call('POST', `/${id}/messages`, { token: cast.editor.token, json: { message: { text } } });
  assert.equal((await moves.addUsers('inviteuser', [cast.editor.id], bot, id)).status, 200);
  await postText('one');
  await fixture.events(1, 2);
  await moves.switchBot(false);
  await postText('two');
  await moves.switchBot(true);
  await postText('three');
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
