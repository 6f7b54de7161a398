import assert from 'node:assert/strict';
import type { HomeItem } from '@ringbinder/protocol';
import { type CreatedUser, followCursor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { audioPart, payloadPart } from '../messages/testing/forms.ts';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../pages/testing/form.ts';
import { createWorkflow, sharedStep, stepFor } from '../transactions/testing/workflow.ts';
import { activity } from './consumer.ts';
import { SOURCES } from './queries.ts';

let service: TestService;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner } = await service.make.cast());
  ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  binderId = await newBinder();
});

const newBinder = () => service.make.binder(owner, [{ user: ann, role: 'editor' }]);

async function home(person: CreatedUser, query = '') {
  await catchUpAll(service.env, activity);
  const { status, body } = await service.call('GET', `/me/activity${query}`, { token: person.token });
  assert.equal(status, 200, body.message);
  return body.data as { items: HomeItem[]; counts: Record<string, number>; next_cursor?: string };
}

const idsOf = (items: readonly HomeItem[]) =>
  items.map((item) => {
    switch (item.type) {
      case 'approval':
        return `approval ${item.step.id}`;
      case 'request':
        return `request ${item.transaction.id}`;
      case 'todo':
        return `todo ${item.todo.id}`;
      case 'meet':
        return `meet ${item.meet.session_key}`;
      default:
        return `${item.type} ${item.message.id}`;
    }
  });

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

const post = async (message: object, token = owner.token, to = binderId, more = {}): Promise<number> =>
  (await send(`/${to}/messages`, { message, ...more }, token)).binder_comment_id;

const addTodo = async (todo: object): Promise<number> =>
  (await send(`/${binderId}/todos`, { assignee_id: ann.id, ...todo })).todos[0].id;

test('[HOME-1] shows what waits for a person in all binders, and nothing to others', async () => {
  const other = await newBinder();
  const mention = await post({ text: 'Ask @Ann', mentions: [ann.id] });
  const elsewhere = await post({ text: 'And here', mentions: [ann.id] }, owner.token, other);
  const todo = await addTodo({ name: 'Call back' });
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([stepFor(ann)]);
  const { items } = await home(ann);
  assert.deepEqual(idsOf(items), [
    `approval ${steps[0]}`,
    `mention ${elsewhere}`,
    `mention ${mention}`,
    `todo ${todo}`,
  ]);
  assert.deepEqual(
    items.map(({ binder }) => binder.id),
    [binderId, other, binderId, binderId],
  );
  assert.deepEqual(idsOf((await home(owner)).items), [`request ${id}`]);
  const { status } = await service.call('GET', '/me/activity', {});
  assert.equal(status, 401);
});

test('[HOME-1] shows nothing of a binder that the person has left', async () => {
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  await addTodo({ name: 'Call back' });
  assert.equal((await home(ann)).items.length, 2);
  await send(`/${binderId}/removeuser`, { id: ann.id });
  const { items, counts } = await home(ann);
  assert.deepEqual(items, []);
  assert.deepEqual(counts, { approvals: 0, mentions: 0, todos: 0, meets: 0, saved: 0, requests: 0 });
});

test('[HOME-1] a kind pages by its cursor, and a cursor without a filter is refused', async () => {
  const posted: number[] = [];
  for (let count = 0; count < 7; count++) posted.push(await post({ text: `${count}`, mentions: [ann.id] }));
  const seen: string[] = [];
  await catchUpAll(service.env, activity);
  const get = (cursor: string) =>
    service.call('GET', `/me/activity?filter=mentions&limit=3${cursor}`, { token: ann.token });
  for await (const { items } of followCursor(get)) seen.push(...idsOf(items));
  assert.deepEqual(
    seen,
    posted.toReversed().map((id) => `mention ${id}`),
  );
  const { next_cursor } = await home(ann, '?filter=mentions&limit=3');
  const refused = await service.call('GET', `/me/activity?cursor=${next_cursor}`, { token: ann.token });
  assert.equal(refused.status, 400);
  const wrong = await service.call('GET', '/me/activity?filter=pages', { token: ann.token });
  assert.equal(wrong.status, 400);
});

test('[HOME-2] shows a step when it is the turn of the person, until it is answered', async () => {
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([
    stepFor(owner, { order_number: 1 }),
    stepFor(ann, { order_number: 2 }),
  ]);
  assert.deepEqual((await home(ann)).items, []);
  assert.deepEqual(idsOf((await home(owner, '?filter=approvals')).items), [`approval ${steps[0]}`]);
  assert.equal((await workflow.press(id, steps[0], owner.token)).status, 200);
  const [item] = (await home(ann)).items;
  assert.ok(item?.type === 'approval');
  assert.equal(item.step.id, steps[1]);
  assert.deepEqual(
    item.step.actions.map((action) => action.id),
    ['approve', 'decline'],
  );
  assert.equal(item.transaction.title, 'Budget');
  assert.equal((await workflow.update(id, { is_active: false })).status, 200);
  assert.deepEqual((await home(ann)).items, []);
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  assert.equal((await workflow.press(id, steps[1], ann.token)).status, 200);
  assert.deepEqual((await home(ann)).items, []);
});

test('[HOME-3] shows replies to the person, and follows edits and deletions', async () => {
  const own = await post({ text: 'When?' }, ann.token);
  const replyTo = { reply_to: { binder: { comment_id: own } } };
  const reply = await post({ text: '[b]Tomorrow[/b]' }, owner.token, binderId, replyTo);
  await post({ text: 'I see', mentions: [ann.id] }, ann.token, binderId, replyTo);
  const [item] = (await home(ann, '?filter=mentions')).items;
  assert.ok(item?.type === 'reply');
  assert.equal(item.message.id, reply);
  assert.equal(item.message.text, 'Tomorrow');
  assert.equal(item.user.id, owner.id);

  const edit = (message: object) => send(`/${binderId}/messages/${reply}`, { message });
  await edit({ text: 'Tomorrow, @Ann', mentions: [ann.id] });
  assert.deepEqual(idsOf((await home(ann)).items), [`mention ${reply}`]);
  await edit({ text: 'Tomorrow', mentions: [] });
  assert.deepEqual(idsOf((await home(ann)).items), [`reply ${reply}`]);
  const { status } = await service.call('DELETE', `/${binderId}/messages/${reply}`, { token: owner.token });
  assert.equal(status, 200);
  assert.deepEqual((await home(ann)).items, []);
});

test('[HOME-4] lists to-dos by their due date, and not when they are completed', async () => {
  const undated = await addTodo({ name: 'Some time' });
  const late = await addTodo({ name: 'Late', due_time: 2_000_000_000_000 });
  const early = await addTodo({ name: 'Early', due_time: 1_000_000_000_000 });
  assert.deepEqual(
    idsOf((await home(ann, '?filter=todos')).items),
    [early, late, undated].map((id) => `todo ${id}`),
  );
  await send(`/${binderId}/todos/${early}`, { completed: true });
  assert.deepEqual(
    idsOf((await home(ann)).items),
    [late, undated].map((id) => `todo ${id}`),
  );
});

test('[HOME-5] shows meets of the next 24 hours and those that are running', async () => {
  const at = (hours: number) => new Date(service.env.clock.now() + hours * 3_600_000).toISOString();
  const schedule = async (name: string, from: number) =>
    (await send('/meets/schedule', { binder_id: binderId, name, starts: at(from), ends: at(from + 1) }))
      .session_key;
  const soon = await schedule('Soon', 2);
  await schedule('Next week', 24 * 7);
  const instant = (await send(`/${binderId}/meets`, { name: 'Now' })).session_key;
  assert.deepEqual(
    idsOf((await home(ann)).items),
    [instant, soon].map((key) => `meet ${key}`),
  );
  await service.env.db.query(
    'UPDATE meets SET state = $2, started_at = starts_at - 7 WHERE session_key = $1',
    [soon, 'SESSION_STARTED'],
  );
  const [early] = (await home(ann)).items.filter(
    (item) => item.type === 'meet' && item.meet.session_key === soon,
  );
  const [row] = await service.env.db.query('SELECT started_at FROM meets WHERE session_key = $1', [soon]);
  assert.equal(early?.time, row?.started_at);
  await send(`/meets/${instant}/end`, {});
  assert.deepEqual(idsOf((await home(ann)).items), [`meet ${soon}`]);
});

test('[HOME-6] counts the items of each kind, of mentions the unread', async () => {
  await post({ text: 'One', mentions: [ann.id] });
  const last = await post({ text: 'Two', mentions: [ann.id] });
  await addTodo({ name: 'Call back' });
  assert.deepEqual((await home(ann, '?limit=1')).counts, {
    approvals: 0,
    mentions: 2,
    todos: 1,
    meets: 0,
    saved: 0,
    requests: 0,
  });
  await send(`/${binderId}/readmark`, { message_id: last }, ann.token);
  const { items, counts } = await home(ann);
  assert.equal(counts.mentions, 0);
  assert.deepEqual(
    items.flatMap((item) => ('is_unread' in item ? [item.is_unread] : [])),
    [false, false],
  );
});

const requestsOf = async (person: CreatedUser) => {
  const { items, counts } = await home(person, '?filter=requests');
  assert.equal(counts.requests, items.length);
  return items.map((item) => {
    assert.ok(item.type === 'request');
    return item;
  });
};

test('[HOME-9] lists the open requests that wait for others by their due date, with who has not answered', async () => {
  const ben = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const together = await service.make.binder(owner, [
    { user: ann, role: 'editor' },
    { user: ben, role: 'editor' },
  ]);
  const due = service.env.clock.now() + 3_600_000;
  const workflow = createWorkflow(service, { binderId: together, owner });
  const elsewhere = createWorkflow(service, { binderId: await newBinder(), owner });
  const undated = await elsewhere.create([stepFor(ann)]);
  const both = sharedStep([ann, ben], {
    required: 2,
    order_number: 1,
    due_time: due + 1,
    actions: [{ id: 'approve', text: 'Approve' }],
  });
  const dated = await workflow.create([both, stepFor(owner, { order_number: 2, due_time: due - 1_000_000 })]);
  const first = await workflow.create([stepFor(ben)], owner.token, { due_time: due });
  await workflow.create([stepFor(owner)], ann.token);
  await workflow.create([stepFor(owner)]);
  const shown = (await requestsOf(owner)).map(({ transaction, waiting_for, waiting_count }) => [
    transaction.id,
    transaction.due_time,
    waiting_for.map(({ id }) => id),
    waiting_count,
  ]);
  const people = [ann, ben].toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id);
  assert.deepEqual(shown, [
    [first.id, due, [ben.id], 1],
    [dated.id, due + 1, people, 2],
    [undated.id, undefined, [ann.id], 1],
  ]);

  assert.equal((await workflow.press(dated.id, dated.steps[0], ann.token)).status, 200);
  assert.equal((await workflow.update(first.id, { is_active: false })).status, 200);
  assert.equal((await elsewhere.press(undated.id, undated.steps[0], ann.token)).status, 200);
  const [rest, ...more] = await requestsOf(owner);
  assert.deepEqual(
    [rest?.transaction.id, rest?.waiting_for.map(({ id }) => id), more],
    [dated.id, [ben.id], []],
  );
});

test('[HOME-9] names ten of many people, and shows nothing of a binder that the person has left', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, () =>
      service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } }),
    ),
  );
  const binder = await service.make.binder(
    owner,
    [ann, ...people].map((user) => ({ user, role: 'editor' })),
  );
  await createWorkflow(service, { binderId: binder, owner }).create([sharedStep(people)], ann.token);
  const [item] = await requestsOf(ann);
  assert.deepEqual([item?.waiting_for.length, item?.waiting_count], [10, 12]);
  await send(`/${binder}/removeuser`, { id: ann.id });
  assert.deepEqual(await requestsOf(ann), []);
});

test('[HOME-9] reads the open requests of one person by an index', async () => {
  const { db } = service.env;
  await db.query(
    `INSERT INTO transactions (binder_id, id, title, content, creator_id, created_at, updated_at, outcome)
     SELECT $1, 1000000 + n, 'Budget', '', $2, 0, 0, CASE WHEN n % 100 > 0 THEN 'completed' END
     FROM generate_series(1, 20000) n`,
    [binderId, owner.id],
  );
  await db.query('ANALYZE transactions');
  const rows = await db.query<Record<string, string>>(`EXPLAIN ${SOURCES.requests}`, [ann.id]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /transactions_open_of_creator/, plan);
});

test('[HOME-3] [HOME-8] a message without text has the name of its file, or that it is spoken', async () => {
  const question = await post({ text: 'When?' }, ann.token);
  const answer = async (part: FormPart) => {
    const payload = payloadPart({ message: {}, reply_to: { binder: { comment_id: question } } });
    const { status, body } = await service.call('POST', `/${binderId}/messages`, {
      token: owner.token,
      body: formOf([payload, part]),
      headers: { 'content-type': FORM_TYPE },
    });
    assert.equal(status, 200, body.message);
    await send(`/${binderId}/messages/${body.data.binder_comment_id}/save`, {}, ann.token);
  };
  await answer(filePart('x', 'Vertrag.txt'));
  await answer(audioPart());
  for (const filter of ['mentions', 'saved']) {
    const { items } = await home(ann, `?filter=${filter}`);
    const messages = items.flatMap((item) => ('message' in item ? [item.message] : []));
    assert.deepEqual(
      messages.map(({ text, file, has_audio }) => [text, file, has_audio]),
      [
        ['', undefined, true],
        ['', { name: 'Vertrag.txt' }, undefined],
      ],
    );
  }
});
