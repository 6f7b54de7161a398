import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { botEvents, type EventKind, eventKinds } from '@ringbinder/protocol';
import {
  type CreatedBot,
  type CreatedUser,
  startService,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, test } from 'vitest';
import { append, type NewLogEntry } from '../../../log/index.ts';
import { type BotFixture, createBotFixture } from '../testing/bot-fixture.ts';

let service: TestService;
let fixture: BotFixture;
let built: number;
const seen = new Set<EventKind>();
beforeAll(async () => {
  service = await startService({ botLog: true });
  fixture = await createBotFixture(service);
  built = await fixture.install();
});
afterAll(() => service.close());

const asCause = ({ id, name, email, uniqueId }: CreatedUser) => ({
  id,
  name,
  image_url: '',
  email,
  unique_id: uniqueId,
  is_bot: false,
});

async function timeOf(kind: string): Promise<string> {
  const [row] = await service.env.db.query<{ at: number }>(
    'SELECT at FROM binder_log WHERE binder_id = $1 AND kind = $2 ORDER BY seq DESC LIMIT 1',
    [fixture.cast.binderId, kind],
  );
  return new Date(row?.at ?? 0).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

interface Expected {
  kind: EventKind;
  entry: string;
  user?: object;
  payload: object;
  target?: { id: string; object_type: string };
}

async function expectEvents(
  expected: Expected[],
  bot: CreatedBot = fixture.bot,
  from = built,
): Promise<void> {
  const { cast } = fixture;
  const events = await fixture.events(from, expected.length, bot);
  for (const [index, { kind, entry, user, payload, target }] of expected.entries()) {
    const message = events[index]?.message;
    assert.match(message.message_id, /^E[0-9A-Za-z]{22}$/);
    const requestedExpected = {
      message_id: message.message_id,
      message_type: kind,
      binder_id: cast.binderId,
      client_id: bot.clientId,
      org_id: bot.orgId,
      event: {
        timestamp: await timeOf(entry),
        user: user ?? asCause(cast.editor),
        ...payload,
        target: target ?? { id: cast.binderId, object_type: 'binder' },
      },
    };
    assert.deepEqual(message, requestedExpected);
    const [row] = await service.env.db.query<{ body: string; kind: string; binder_id: string }>(
      'SELECT body, kind, binder_id FROM bot_events WHERE message_id = $1',
      [message.message_id],
    );
    assert.deepEqual(
      row,
      { body: JSON.stringify(requestedExpected), kind, binder_id: cast.binderId },
      'compact, in order',
    );
    assert.ok(Compile(botEvents[kind].schema).Check(message), kind);
    seen.add(kind);
  }
  if (bot === fixture.bot) built = from + expected.length;
}

const inBinder = (path: string) => `/${fixture.cast.binderId}${path}`;
const asEditor = (path: string, json: unknown) =>
  fixture.call(fixture.cast.editor, 'POST', inBinder(path), json);

const appendAs = (actorId: string, entry: NewLogEntry) =>
  service.env.db.transaction((tx) => {
    const { env, clock } = service;
    return append(tx, { binderId: fixture.cast.binderId, actorId, at: clock.now(), bus: env.bus }, [entry]);
  });

async function makePage(): Promise<number> {
  const { page_id } = await asEditor('/pages', { type: 'whiteboard' });
  const payload = { page: { id: String(page_id), type: 'PAGE_TYPE_WHITEBOARD' } };
  await expectEvents([{ kind: 'page_created', entry: 'page_created', payload }]);
  return page_id;
}

test('[EVENT-1] [EVENT-3] [EVENT-4] [EVENT-5] [EVENT-6] [EVENT-9] a message is comment_posted', async () => {
  const { binder_comment_id } = await asEditor('/messages', { message: { text: 'Grüße "an" 🎉\n' } });
  const comment = { id: String(binder_comment_id), text: 'Grüße "an" 🎉\n', audio: null };
  await expectEvents([{ kind: 'comment_posted', entry: 'message_posted', payload: { comment } }]);
});

test('[EVENT-10] [EVENT-11] [EVENT-14] [EVENT-15] [EVENT-27] pages are made, commented and drawn on', async () => {
  const { cast } = fixture;
  const pageId = await makePage();
  const target = { id: String(pageId), object_type: 'page' };
  const common = await asEditor(`/pages/${pageId}/comments`, { text: 'Here' });
  const comment = { id: String(common.comment_id), text: 'Here', audio: null };
  const kind = 'comment_posted_on_page';
  await expectEvents([{ kind, entry: 'page_commented', payload: { comment }, target }]);
  const placed = { text: 'There', is_position_comment: true, x: 1, y: 2 };
  const position = await asEditor(`/pages/${pageId}/comments`, placed);
  const positionId = position.comment_id;
  const onPage = { id: String(positionId), text: 'There', audio: null, is_position_comment: true };
  await expectEvents([{ kind, entry: 'page_commented', payload: { comment: onPage }, target }]);
  for (const { id, ...before } of [comment, onPage]) {
    await asEditor(`/pages/${pageId}/comments/${id}`, { text: `${before.text}, edited` });
    const edited = { comment: { id, ...before, text: `${before.text}, edited` } };
    const entry = 'page_comment_edited';
    await expectEvents([{ kind: 'comment_edited_on_page', entry, payload: edited, target }]);
  }
  onPage.text = 'There, edited';
  const drawn = { client_uuid: 'stroke-7', svg_tag: '<rect width="1" height="1"/>' };
  await asEditor(`/pages/${pageId}/annotations`, drawn);
  const payload = { annotate: { id: 'stroke-7' } };
  await expectEvents([{ kind: 'page_annotated', entry: 'page_annotated', payload, target }]);
  const reply_to = { page: { id: pageId, position_comment_id: positionId } };
  const answer = await fixture.call(cast.owner, 'POST', inBinder('/messages'), {
    message: { text: 'Seen' },
    reply_to,
  });
  const answered = {
    comment: { id: String(answer.binder_comment_id), text: 'Seen', audio: null },
    reply_to: onPage,
  };
  await expectEvents([
    { kind: 'comment_posted', entry: 'message_posted', user: asCause(cast.owner), payload: answered },
  ]);
});

test('[EVENT-12] [EVENT-14] an uploaded file and its pages', async () => {
  const { binderId, editor } = fixture.cast;
  const { fileId, pages } = await uploadFile(
    service,
    { binderId, token: editor.token },
    'Text',
    'Notes “1”.txt',
  );
  const file = { id: fileId, name: 'Notes “1”.txt', mimeType: 'text/plain' };
  const page = { id: String(pages[0]?.id), type: pages[0]?.type };
  await expectEvents([
    { kind: 'file_uploaded', entry: 'file_uploaded', payload: { file } },
    { kind: 'page_created', entry: 'page_created', payload: { page } },
  ]);
});

test('[EVENT-14] a page that is copied into the binder is a new page there', async () => {
  const { cast } = fixture;
  const source = await service.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
  await fixture.call(cast.editor, 'POST', `/${source}/pages`, { type: 'note', text: 'Copied' });
  await asEditor('/copypages', { source_id: source });
  const { pages } = await fixture.call(cast.editor, 'GET', inBinder('/pages'));
  const page = { id: String(pages.at(-1).id), type: 'PAGE_TYPE_NOTE' };
  await expectEvents([{ kind: 'page_created', entry: 'page_created', payload: { page } }]);
});

test('[EVENT-16] [EVENT-17] to-dos are created and completed, once each', async () => {
  const { todos } = await asEditor('/todos', { name: 'Ship it' });
  const todo = { id: String(todos[0].id), name: 'Ship it' };
  await asEditor(`/todos/${todo.id}`, { completed: true });
  await asEditor(`/todos/${todo.id}`, { completed: true });
  await expectEvents([
    { kind: 'todo_created', entry: 'todo_created', payload: { todo } },
    { kind: 'todo_completed', entry: 'todo_completed', payload: { todo } },
  ]);
});

test('[EVENT-18] [EVENT-5] a tap on a postback button is told to its bot alone, with id and name of who tapped', async () => {
  const { editor, viewer } = fixture.cast;
  const other = await service.make.bot({ partner: fixture.cast.partner });
  const before = await fixture.install(other);
  // The keys are in the order in which the database stores the payload. The message does not exist, so `reply_to` is
  // missing.
  const tap = (payload: unknown) =>
    appendAs(viewer.id, {
      kind: 'button_tapped',
      body: { message_id: 999_999, button_id: '0', bot_user_id: fixture.bot.userId, text: 'Yes', payload },
    });
  const user = { id: viewer.id, name: viewer.name };
  for (const payload of [{ id: 7, list: ['a', null] }, 'a string', '']) {
    await tap(payload);
    const postback = { text: 'Yes', payload };
    await expectEvents([{ kind: 'bot_postback', entry: 'button_tapped', user, payload: { postback } }]);
  }
  await asEditor('/todos', { name: 'For both' });
  const [last] = await fixture.events(before, 1, other);
  assert.equal(last?.message.message_type, 'todo_created', 'no postback was told to the other bot');
  assert.equal(last?.message.event.user.id, editor.id);
  built += 1;
  await fixture.call(fixture.cast.owner, 'POST', inBinder('/removeuser'), { id: other.userId });
});

test('[TX-23] [TX-36] [EVENT-21] a press in a transaction that a bot made is bot_postback to that bot, and in no other', async () => {
  const { cast, bot } = fixture;
  const { viewer } = cast;
  const actions = [{ id: 'approve', text: 'Approve', payload: 'yes', feed_msg: 'approved' }];
  const input = { title: 'Holiday', content: '', steps: [{ assignee: { user_id: viewer.id }, actions }] };
  for (const creator of [cast.editor, bot]) {
    const createdCreated = await fixture.call(creator, 'POST', inBinder('/transactions'), input);
    const step = inBinder(
      `/transactions/${createdCreated.transaction_id}/steps/${createdCreated.steps[0].id}`,
    );
    await fixture.call(viewer, 'POST', step, { click_button_id: 'approve' });
    const ids = { id: String(createdCreated.transaction_id), step_id: String(createdCreated.steps[0].id) };
    const transaction = { ...ids, click_button_id: 'approve', outcome: 'completed' };
    const user = { id: viewer.id, name: viewer.name };
    const payload = { postback: { text: 'Approve', payload: 'yes' }, transaction };
    await expectEvents(
      creator === bot
        ? [{ kind: 'bot_postback', entry: 'step_completed', user, payload }, ...completionEvents(transaction)]
        : [...createdEvents('Holiday', ids), ...completionEvents(transaction)],
    );
  }
});

function createdEvents(title: string, ids: { id: string; step_id: string }): Expected[] {
  const entry = 'transaction_created';
  return [
    { kind: entry, entry, payload: { transaction: { id: ids.id, title } } },
    { kind: 'step_ready', entry, payload: { transaction: ids } },
  ];
}

function completionEvents(press: { id: string }, by: CreatedUser = fixture.cast.viewer): Expected[] {
  const display_status = { text: 'Completed', style: 'SUCCESS' };
  const transaction = { id: press.id, outcome: 'completed', display_status };
  const user = asCause(by);
  return [
    { kind: 'step_completed', entry: 'step_completed', user, payload: { transaction: press } },
    { kind: 'transaction_completed', entry: 'transaction_ended', user, payload: { transaction } },
  ];
}

test('[EVENT-22] [EVENT-23] [EVENT-24] the steps of a transaction are told to every bot of the binder', async () => {
  const { editor, viewer } = fixture.cast;
  const actions = [
    { id: 'approve', text: 'Approve', payload: 'yes' },
    { id: 'decline', text: 'Decline', payload: 'no', outcome: 'rejected' },
  ];
  const fields = [{ id: 'amount', type: 'number', label: 'Amount', required: true }];
  const step = { assignee: { user_id: viewer.id }, actions };
  const steps = [
    { ...step, order_number: 1 },
    { ...step, order_number: 1, action_style: 'FORM', fields },
    { ...step, order_number: 2 },
  ];
  const made = await asEditor('/transactions', { title: 'Loan', content: '', steps });
  const id = String(made.transaction_id);
  const [first, second, last] = made.steps.map((each: { id: number }) => ({ id, step_id: String(each.id) }));
  const press = (stepId: string, click_button_id: string, more = {}) =>
    fixture.call(viewer, 'POST', inBinder(`/transactions/${id}/steps/${stepId}`), {
      click_button_id,
      ...more,
    });
  const entry = 'transaction_created';
  await expectEvents([
    ...createdEvents('Loan', first),
    { kind: 'step_ready', entry, payload: { transaction: second } },
  ]);
  const user = asCause(viewer);
  const completed = (of: object, click_button_id: string, more = {}): Expected => ({
    kind: 'step_completed',
    entry: 'step_completed',
    user,
    payload: { transaction: { ...of, click_button_id, ...more } },
  });
  await press(first.step_id, 'approve');
  await expectEvents([completed(first, 'approve')]);
  await press(second.step_id, 'approve', { answers: { amount: 7 } });
  const ready: Expected = {
    kind: 'step_ready',
    entry: 'step_completed',
    user,
    payload: { transaction: last },
  };
  await expectEvents([completed(second, 'approve'), ready]);

  await asEditor(`/transactions/${id}`, { is_active: false });
  await asEditor(`/transactions/${id}`, { is_active: true });
  const again: Expected = {
    kind: 'step_ready',
    entry: 'transaction_updated',
    payload: { transaction: last },
  };
  await expectEvents([again]);
  // The transaction is already active, so no event follows.
  await asEditor(`/transactions/${id}`, { is_active: true });
  await press(last.step_id, 'decline');
  const outcome = 'rejected';
  const display_status = { text: 'Rejected', style: 'DANGER' };
  await expectEvents([
    completed(last, 'decline', { outcome }),
    {
      kind: 'transaction_rejected',
      entry: 'transaction_ended',
      user,
      payload: { transaction: { id, outcome, display_status } },
    },
  ]);
  await asEditor(`/transactions/${id}`, { is_active: true });
  await expectEvents([again]);
  await asEditor(`/transactions/${id}/steps/${last.step_id}/assignee`, { user_id: editor.id });
  const people = { user_id: editor.id, previous_user_id: viewer.id };
  await expectEvents([
    { kind: 'step_reassigned', entry: 'step_reassigned', payload: { transaction: { ...last, ...people } } },
  ]);
  const { step_id } = last;
  await appendAs(editor.id, {
    kind: 'step_overdue',
    body: { id: Number(step_id), transaction_id: Number(id), due_time: 1_000_999 },
  });
  const due_time = '1970-01-01T00:16:40Z';
  await expectEvents([
    { kind: 'step_overdue', entry: 'step_overdue', payload: { transaction: { ...last, due_time } } },
  ]);
});

test('[EVENT-21] [TX-59] a press by a delegate names the assignee in bot_postback', async () => {
  const { cast, bot } = fixture;
  const { viewer, editor } = cast;
  const delegation = { to: { user_id: editor.id }, ends: service.env.clock.now() + 60_000 };
  const { id } = await fixture.call(viewer, 'POST', '/me/delegations', delegation);
  const actions = [{ id: 'approve', text: 'Approve', payload: 'yes' }];
  const input = { title: 'Holiday', content: '', steps: [{ assignee: { user_id: viewer.id }, actions }] };
  const made = await fixture.call(bot, 'POST', inBinder('/transactions'), input);
  const step = inBinder(`/transactions/${made.transaction_id}/steps/${made.steps[0].id}`);
  await fixture.call(editor, 'POST', step, { click_button_id: 'approve' });
  await fixture.call(viewer, 'DELETE', `/me/delegations/${id}`);
  const ids = { id: String(made.transaction_id), step_id: String(made.steps[0].id) };
  const transaction = { ...ids, click_button_id: 'approve', for_user_id: viewer.id, outcome: 'completed' };
  const user = { id: editor.id, name: editor.name };
  const payload = { postback: { text: 'Approve', payload: 'yes' }, transaction };
  await expectEvents([
    { kind: 'bot_postback', entry: 'step_completed', user, payload },
    ...completionEvents(transaction, editor),
  ]);
});

test('[EVENT-26] a press that signed has its signatures without their texts and strokes', async () => {
  const { cast, bot } = fixture;
  const { editor, viewer } = cast;
  const pdf = new Uint8Array(makePdf({ pages: 1 }));
  const place = { binderId: cast.binderId, token: editor.token };
  const { fileId, pages } = await uploadFile(service, place, pdf, 'contract.pdf');
  const [page] = pages;
  const file = { id: fileId, name: 'contract.pdf', mimeType: 'application/pdf' };
  await expectEvents([
    { kind: 'file_uploaded', entry: 'file_uploaded', payload: { file } },
    {
      kind: 'page_created',
      entry: 'page_created',
      payload: { page: { id: String(page?.id), type: page?.type } },
    },
  ]);
  const box = { page_id: page?.id, x: 20, width: 200, height: 60 };
  const signatures = [
    { ...box, id: 'buyer', label: 'Buyer', y: 20 },
    { ...box, id: 'seller', label: 'Seller', y: 100 },
    { ...box, id: 'witness', label: 'Witness', y: 200, required: false },
  ];
  const actions = [{ id: 'sign', text: 'Sign', payload: 'yes' }];
  const step = { assignee: { user_id: viewer.id }, action_style: 'SIGN', signatures, actions };
  const made = await fixture.call(bot, 'POST', inBinder('/transactions'), {
    title: 'Contract',
    content: '',
    steps: [step],
  });
  const path = inBinder(`/transactions/${made.transaction_id}`);
  await fixture.call(viewer, 'POST', `${path}/steps/${made.steps[0].id}`, {
    click_button_id: 'sign',
    signatures: { buyer: { text: 'Ben Buyer' }, seller: { strokes: [[0, 0, 500, 1_000]] } },
  });
  const [stored] = (await fixture.call(viewer, 'GET', path)).steps;
  const file_sha256 = createHash('sha256').update(pdf).digest('hex');
  const signed = (index: number, style: string) => ({
    id: signatures[index]?.id,
    page_id: String(page?.id),
    label: signatures[index]?.label,
    style,
    sha256: stored.signatures[index].signature.sha256,
    file_sha256,
  });
  const transaction = {
    id: String(made.transaction_id),
    step_id: String(made.steps[0].id),
    click_button_id: 'sign',
    outcome: 'completed',
    signatures: [signed(0, 'typed'), signed(1, 'drawn')],
  };
  const user = { id: viewer.id, name: viewer.name };
  const payload = { postback: { text: 'Sign', payload: 'yes' }, transaction };
  await expectEvents([
    { kind: 'bot_postback', entry: 'step_completed', user, payload },
    ...completionEvents(transaction),
  ]);
});

test('[EVENT-13] meet_recording_ready is made of its log entry, which meets will write', async () => {
  const body = {
    id: 'key',
    topic: 'Weekly',
    recording_url: null,
    start_time: 1_000_999,
    end_time: 2_000_000,
  };
  await appendAs(fixture.cast.editor.id, { kind: 'meet_recording_ready', body });
  const times = { start_time: '1970-01-01T00:16:40Z', end_time: '1970-01-01T00:33:20Z' };
  const payload = { meet: { id: 'key', topic: 'Weekly', recording_url: null, ...times } };
  await expectEvents([{ kind: 'meet_recording_ready', entry: 'meet_recording_ready', payload }]);
});

test('[EVENT-20] what is no event of the contract is not told: edits, deletions, renaming, messages that the service writes', async () => {
  const { cast } = fixture;
  const { binder_comment_id: id } = await asEditor('/messages', { message: { text: 'One' } });
  await asEditor(`/messages/${id}`, { message: { text: 'Two' } });
  await fixture.call(cast.editor, 'DELETE', inBinder(`/messages/${id}`));
  await fixture.call(cast.owner, 'POST', `/${cast.binderId}`, { name: 'Renamed' });
  const feed = { id: 901, text: 'Viewer approved', is_feed: true };
  await appendAs(cast.viewer.id, { kind: 'message_posted', body: feed });
  const { todos } = await asEditor('/todos', { name: 'The end' });
  const comment = { id: String(id), text: 'One', audio: null };
  const todo = { id: String(todos[0].id), name: 'The end' };
  const posted = (await fixture.events(built, 2))[0];
  assert.deepEqual(posted?.message.event.comment, comment);
  built += 1;
  await expectEvents([{ kind: 'todo_created', entry: 'todo_created', payload: { todo } }]);
});

test('[EVENT-20] a bot is not told what it did itself, and nothing of kinds that it does not want', async () => {
  const { cast, bot } = fixture;
  const choosy = await service.make.bot({ partner: cast.partner, events: ['todo_created'] });
  const users = [{ user: { id: choosy.userId } }];
  await fixture.call(cast.owner, 'POST', inBinder('/addorguser'), { users });
  await fixture.call(bot, 'POST', inBinder('/messages'), { message: { text: 'I' } });
  await fixture.call(choosy, 'POST', inBinder('/messages'), { message: { text: 'You' } });
  await fixture.call(bot, 'POST', inBinder('/todos'), { name: 'Mine' });
  await asEditor('/todos', { name: 'Ours' });
  const texts = (events: Awaited<ReturnType<BotFixture['events']>>) =>
    events.map(({ message: { event } }) => event.comment?.text ?? event.todo?.name);
  const own = await fixture.events(built, 2);
  assert.deepEqual(texts(own), ['You', 'Ours']);
  assert.equal(own[0]?.message.event.user.is_bot, true);
  assert.equal(own[0]?.message.event.user.unique_id, null);
  assert.deepEqual(texts(await fixture.events(0, 2, choosy)), ['Mine', 'Ours']);
  built += 2;
});

test('[EVENT-1] every kind of event of the contract was seen here or is one of the lifecycle', () => {
  const lifecycle = ['bot_enabled', 'bot_disabled', 'bot_installed', 'bot_uninstalled'];
  assert.deepEqual(
    eventKinds.filter((kind) => !seen.has(kind)),
    lifecycle,
  );
});
