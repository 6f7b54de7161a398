import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, status } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { granted, refusedGrant } from '../grant.ts';
import { type Bot, botOf, type NewBot, type OrgBot, operatorOf, tokenQuery } from '../operator.ts';
import { type BinderFixture, stepFor, type Trial } from '../trial.ts';
import type { Binder, Profile } from '../types.ts';

const test = checks('bots');

test('[BOTTOKEN-1] [BOTTOKEN-2] [BOTTOKEN-3] [BOTTOKEN-5] a bot gets a token, signed in each encoding', async (t) => {
  const bot = await botOf(t);
  const ways: ((bytes: Buffer) => string)[] = [
    (bytes) => bytes.toString('base64url'),
    (bytes) => `${bytes.toString('base64url')}=`,
    (bytes) => bytes.toString('base64'),
    (bytes) => bytes.toString('base64').replace('=', ''),
    (bytes) => bytes.toString('hex'),
    (bytes) => bytes.toString('hex').toUpperCase(),
  ];
  for (const way of ways)
    assert.equal(granted(await t.nobody.get(tokenQuery(bot, {}, way))).expires_in, 43_200);
  const unescaped = tokenQuery(bot, {}, (bytes) => bytes.toString('base64')).replace(/%2B/g, '+');
  granted(await t.nobody.get(unescaped));
  assert.equal(data<Profile>(await bot.get('/me')).id, bot.id);
  for (const change of [(text: string) => `${text.slice(0, -2)}AA`, (text: string) => text.slice(1)]) {
    const answer = await t.nobody.get(tokenQuery(bot, {}, (bytes) => change(bytes.toString('base64url'))));
    status(answer, 401);
  }
});

test('[BOTTOKEN-4] [BOTTOKEN-6] a wrong time, secret or org gets no token', async (t) => {
  const bot = await botOf(t);
  const now = Date.now();
  const digits = [
    `${Math.floor(now / 1000)}`,
    `0${now}`,
    `${now}.0`,
    `+${now}`,
    `${now} `,
    'now',
    '１'.repeat(13),
  ];
  for (const timestamp of [...digits, String(now - 400_000), String(now + 400_000)])
    refusedGrant(await t.nobody.get(tokenQuery(bot, { timestamp })), 'invalid_request', 'timestamp');
  status(await t.nobody.get(tokenQuery(bot, { secret: 'another' })), 401);
  status(await t.nobody.get(tokenQuery(bot, { orgId: t.credentials.other_org_id })), 401);
  const path = `/orgs/${bot.orgId}/bots/${bot.clientId}`;
  data(await bot.admin.post(path, { enabled: false }));
  status(await t.nobody.get(tokenQuery(bot)), 401);
  refused(await bot.get('/me'), 401);
  const other = await botOf(t);
  const { partnerId } = await operatorOf(t);
  data(await bot.admin.post(`/partners/${partnerId}/bots/${other.clientId}`, { disabled: true }));
  refused(await other.get('/me'), 401);
});

const add = (fixture: BinderFixture, bot: Bot, as: Pick<Trial, 'owner'>['owner']) =>
  as.post(`${fixture.path}/addorguser`, { users: [{ user: { id: bot.id } }] });

async function fixtureWith(t: Trial, bot: Bot): Promise<BinderFixture> {
  const fixture = await t.binder();
  done(await add(fixture, bot, t.owner));
  return fixture;
}

test('[BOT-1] [BOT-2] [BOT-7] [BOT-8] [BOT-9] a bot app is configured, enabled, listed and disabled', async (t) => {
  const bot = await botOf(t);
  const { admin, orgId, clientId } = bot;
  for (const path of [`/orgs/${orgId}/bots`, `/me/orgs/${orgId}/bots`]) {
    const all = listed<OrgBot>(await t.viewer.get(path));
    const mine = all.find(({ client_id }) => client_id === clientId);
    assert.deepEqual([mine?.enabled, mine?.user?.id], [true, bot.id]);
  }
  refused(await t.editor.post(`/orgs/${orgId}/bots/${clientId}`, { enabled: false }), 403);
  const off = data<OrgBot>(await admin.post(`/orgs/${orgId}/bots/${clientId}`, { enabled: false }));
  assert.equal(off.enabled, false);
  const { partnerId } = await operatorOf(t);
  refused(await t.editor.post(`/partners/${partnerId}/bots`, { name: 'x', webhook_url: '' }), 403);
  refused(await admin.post(`/partners/${partnerId}/bots`, { name: '', webhook_url: '' }), 400, 'name');
  const created = await admin.post(`/partners/${partnerId}/bots`, { name: 'conformance', webhook_url: '' });
  const app = data<NewBot>(created);
  assert.ok(app.webhook_secret.startsWith('whsec_'), 'a webhook secret');
  const changed = await admin.post(`/partners/${partnerId}/bots/${app.client_id}`, {
    name: 'renamed',
    disabled: true,
  });
  assert.equal((data<{ name: string }>(changed) as { name: string }).name, 'renamed');
});

test('[BOT-3] [BOT-4] [BOT-6] [BOT-10] [EVENT-7] [EVENT-8] [EVENT-2] a bot is told where it comes and goes', async (t) => {
  const bot = await botOf(t);
  const rooms = [await fixtureWith(t, bot), await fixtureWith(t, bot), await fixtureWith(t, bot)];
  const [left, removedFrom, deleted] = rooms;
  if (!left || !removedFrom || !deleted) return;
  refused(await add(left, bot, t.owner), 409);
  const member = data<Binder>(await t.viewer.get(left.path)).users.find(({ user }) => user.id === bot.id);
  assert.deepEqual([member?.type, member?.user.is_bot], ['BOARD_READ_WRITE', true]);
  await left.postText('Hello', bot);
  await left.postText('in between');
  done(await bot.post(`${left.path}/removeuser`, { id: bot.id }));
  await left.postText('afterwards');
  done(await t.editor.post(`${removedFrom.path}/removeuser`, { id: bot.id }));
  done(await t.owner.delete(deleted.path));
  const [first, ...moves] = await bot.events(0, 8);
  const ofLeft = moves.filter(({ message }) => message.binder_id === left.id);
  const kinds = ['bot_installed', 'comment_posted', 'bot_uninstalled'];
  assert.deepEqual(
    ofLeft.map(({ message }) => message.message_type),
    kinds,
  );
  const inBetween = ofLeft[1]?.message.event.comment as { text?: string } | undefined;
  assert.equal(inBetween?.text, 'in between');
  assert.deepEqual(
    [first?.message.message_type, first?.message.binder_id, first?.message.client_id, first?.message.org_id],
    ['bot_enabled', '', bot.clientId, bot.orgId],
  );
  assert.deepEqual(first?.message.event.bot, { id: bot.id, name: bot.name });
  assert.deepEqual(first?.message.event.target, { id: bot.orgId, object_type: 'org' });
  const bySomebody = {
    bot_installed: [t.owner, t.owner, t.owner],
    bot_uninstalled: [bot, t.editor, t.owner],
  };
  for (const [kind, actors] of Object.entries(bySomebody)) {
    const matching = moves.filter(({ message }) => message.message_type === kind);
    const byRoom = matching.map(({ message }) => [
      message.binder_id,
      (message.event.user as { id: string }).id,
    ]);
    assert.deepEqual(
      new Map(byRoom as [string, string][]),
      new Map(rooms.map(({ id }, at) => [id, actors[at]?.id ?? ''])),
    );
    for (const { message } of matching) {
      assert.deepEqual(message.event.bot, { id: bot.id, name: bot.name });
      assert.deepEqual(message.event.target, { id: message.binder_id, object_type: 'binder' });
    }
  }
});

test('[BOT-3] [BOT-5] [BOT-10] a bot is added in each way, by who may add it, and in a conversation', async (t) => {
  const bot = await botOf(t);
  for (const path of ['addorguser', 'addteamuser', 'inviteuser']) {
    const fixture = await t.binder();
    const from = (await bot.events(0, 1)).at(-1)?.sequence ?? 0;
    const users = [{ user: { id: bot.id } }, { user: { id: t.sameOrg.id } }];
    refused(await t.viewer.post(`${fixture.path}/${path}`, { users }), 403);
    done(await t.editor.post(`${fixture.path}/${path}`, { users }));
    const all = await bot.events(from, 1);
    const installed = all.find(({ message }) => message.binder_id === fixture.id);
    assert.equal(installed?.message.message_type, 'bot_installed');
    refused(await t.editor.post(`${fixture.path}/${path}`, { users: [{ user: { id: bot.id } }] }), 409);
  }
  const fixture = await t.binder();
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users: [{ user: { id: t.outsider.id } }] }));
  refused(await add(fixture, bot, t.outsider), 403);
  const person = await t.people.newcomer();
  const hello = { user: { user_id: bot.id }, message: { text: 'Hello bot' } };
  const { binder_id } = data<{ binder_id: string }>(await person.post('/me/messages', hello));
  t.after(() => person.delete(`/${binder_id}`));
  const events = (await bot.events(0, 6)).filter(({ message }) => message.binder_id === binder_id);
  assert.deepEqual(
    events.map(({ message }) => message.message_type),
    ['bot_installed', 'comment_posted'],
  );
  data(await bot.admin.post(`/orgs/${bot.orgId}/bots/${bot.clientId}`, { enabled: false }));
  refused(await add(fixture, bot, t.owner), 404);
});

const EVENT_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const EVENT_USER = ['id', 'name', 'image_url', 'email', 'unique_id', 'is_bot'];

test('[EVENT-1] [EVENT-3] [EVENT-4] [EVENT-5] [EVENT-6] [EVENT-9] [EVENT-10] [EVENT-12] [EVENT-14] [EVENT-15] [EVENT-16] [EVENT-17] [EVENT-27] [DELIV-8] [DELIV-9] what happens in a binder is told to its bot, in order and without a gap', async (t) => {
  const bot = await botOf(t);
  const fixture = await fixtureWith(t, bot);
  const messageId = await fixture.postText('Hello, bot');
  const page = await fixture.note();
  const comment = await t.editor.post(`${fixture.path}/pages/${page.id}/comments`, { text: 'Look' });
  const { comment_id } = data<{ comment_id: number }>(comment);
  const edited = { text: 'Look here' };
  status(await t.editor.post(`${fixture.path}/pages/${page.id}/comments/${comment_id}`, edited), 200);
  const drawing = { client_uuid: 'mark-1', svg_tag: '<rect x="1" y="1" width="5" height="5"/>' };
  done(await t.editor.post(`${fixture.path}/pages/${page.id}/annotations`, drawing));
  const todo = await fixture.todo('Call back');
  status(await t.owner.post(`${fixture.path}/todos/${todo}`, { completed: true }), 200);
  const all = await bot.events(0, 10);
  assert.deepEqual(
    pluck(all, 'sequence'),
    all.map((_each, index) => index + 1),
  );
  const ids = all.map(({ message }) => message.message_id);
  assert.equal(new Set(ids).size, ids.length);
  const eventsByType = new Map(all.map(({ message }) => [message.message_type, message]));
  const expected: [string, string, unknown, { id: string; object_type: string }][] = [
    [
      'comment_posted',
      'comment',
      { id: String(messageId), text: 'Hello, bot', audio: null },
      inBinder(fixture),
    ],
    [
      'file_uploaded',
      'file',
      { id: page.file_id, name: 'note.txt', mimeType: 'text/plain' },
      inBinder(fixture),
    ],
    ['page_created', 'page', { id: String(page.id), type: 'PAGE_TYPE_NOTE' }, inBinder(fixture)],
    [
      'comment_edited_on_page',
      'comment',
      { id: String(comment_id), text: 'Look here', audio: null },
      onPage(page.id),
    ],
    ['page_annotated', 'annotate', { id: 'mark-1' }, onPage(page.id)],
    ['todo_created', 'todo', { id: String(todo), name: 'Call back' }, inBinder(fixture)],
    ['todo_completed', 'todo', { id: String(todo), name: 'Call back' }, inBinder(fixture)],
  ];
  for (const [kind, key, payload, target] of expected) {
    const message = eventsByType.get(kind);
    assert.ok(message !== undefined, `the event ${kind}`);
    assert.deepEqual(message.event[key], payload);
    assert.deepEqual(message.event.target, target);
    assert.deepEqual(
      [message.binder_id, message.client_id, message.org_id],
      [fixture.id, bot.clientId, bot.orgId],
    );
    const user = message.event.user as { id: string; name: string; is_bot: boolean };
    assert.deepEqual(Object.keys(user).sort(), EVENT_USER.toSorted());
    assert.ok(user.id && user.name && typeof user.is_bot === 'boolean', 'a user');
    assert.ok(EVENT_TIME.test(String(message.event.timestamp)), 'a time to the second');
  }
  const onThePage = eventsByType.get('comment_posted_on_page')?.event;
  assert.equal((onThePage?.comment as { text?: string } | undefined)?.text, 'Look');
  assert.deepEqual(onThePage?.target, onPage(page.id));
});

test('[EVENT-20] a bot does not hear itself, nor what it does not want', async (t) => {
  const bot = await botOf(t, { events: ['comment_posted'] });
  const fixture = await fixtureWith(t, bot);
  await fixture.postText('from the bot', bot);
  await fixture.todo('not wanted');
  await fixture.postText('from a person');
  const [first, ...more] = await bot.events(0, 1);
  assert.deepEqual(
    [(first?.message.event.comment as { text?: string } | undefined)?.text, more.length],
    ['from a person', 0],
  );
});

test('[EVENT-11] an answer to a message is told with that message', async (t) => {
  const bot = await botOf(t);
  const fixture = await fixtureWith(t, bot);
  const first = await fixture.postText('a question');
  const reply = { message: { text: 'an answer' }, reply_to: { binder: { comment_id: first } } };
  status(await t.editor.post(`${fixture.path}/messages`, reply), 200);
  const all = await bot.events(0, 4);
  const answer = all.at(-1)?.message.event;
  assert.equal((answer?.reply_to as { text?: string; id?: string } | undefined)?.id, String(first));
});

test('[TX-23] [EVENT-18] [EVENT-21] a press in the transaction of a bot sends it the button', async (t) => {
  const bot = await botOf(t, { events: ['bot_postback'] });
  const fixture = await fixtureWith(t, bot);
  const work = await fixture.workflow([stepFor(t.viewer)], bot);
  done(await t.viewer.post(`${work.path}/steps/${work.steps[0]}`, { click_button_id: 'approve' }));
  const [emittedEvent] = await bot.events(0, 1);
  assert.deepEqual(emittedEvent?.message.event.postback, { text: 'Approve', payload: 'yes' });
  assert.deepEqual(emittedEvent?.message.event.transaction, {
    id: String(work.id),
    step_id: String(work.steps[0]),
    click_button_id: 'approve',
    outcome: 'completed',
  });
  assert.deepEqual(emittedEvent?.message.event.user, { id: t.viewer.id, name: t.viewer.name });
  assert.deepEqual(emittedEvent?.message.event.target, inBinder(fixture));
});

test('[EVENT-22] [EVENT-23] [EVENT-24] the steps of a transaction are told to each bot of the binder', async (t) => {
  const kinds = ['transaction_created', 'step_ready', 'step_completed', 'transaction_completed'];
  const bot = await botOf(t, { events: kinds });
  const fixture = await fixtureWith(t, bot);
  const work = await fixture.workflow([stepFor(t.viewer)]);
  done(await t.viewer.post(`${work.path}/steps/${work.steps[0]}`, { click_button_id: 'approve' }));
  const events = await bot.events(0, kinds.length);
  assert.deepEqual(
    events.map(({ message }) => message.message_type),
    kinds,
  );
  const step = { id: String(work.id), step_id: String(work.steps[0]) };
  assert.deepEqual(events[1]?.message.event.transaction, step);
  assert.deepEqual(events[2]?.message.event.transaction, {
    ...step,
    click_button_id: 'approve',
    outcome: 'completed',
  });
  assert.deepEqual(events[3]?.message.event.target, inBinder(fixture));
});

test('[EVENT-26] a press that signed has its signatures without their texts and strokes', async (t) => {
  const bot = await botOf(t, { events: ['step_completed'] });
  const fixture = await fixtureWith(t, bot);
  await fixture.upload(makePdf({ pages: 1, width: 300, height: 400 }), 'contract.pdf');
  const [page] = await fixture.pages();
  const place = { id: 'buyer', label: 'Buyer', page_id: page?.id ?? 0, x: 20, y: 20, width: 200, height: 60 };
  const work = await fixture.workflow([stepFor(t.viewer, { action_style: 'SIGN', signatures: [place] })]);
  const press = { click_button_id: 'approve', signatures: { buyer: { text: 'Ben Buyer' } } };
  done(await t.viewer.post(`${work.path}/steps/${work.steps[0]}`, press));
  const [completed] = await bot.events(0, 1);
  const signed = completed?.message.event.transaction as
    | { signatures?: Record<string, string>[] }
    | undefined;
  const stored = (await fixture.transaction(work.id)).steps[0]?.signatures?.[0]?.signature;
  assert.deepEqual(
    signed?.signatures?.map(({ file_sha256: _, ...signature }) => signature),
    [{ id: 'buyer', page_id: String(page?.id), label: 'Buyer', style: 'typed', sha256: stored?.sha256 }],
  );
});

const inBinder = ({ id }: BinderFixture) => ({ id, object_type: 'binder' });
const onPage = (id: number) => ({ id: String(id), object_type: 'page' });
