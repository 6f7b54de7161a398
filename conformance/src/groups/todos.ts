import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually, INDEXED_WITHIN_SECONDS, REMINDED_WITHIN_SECONDS } from '../eventually.ts';
import { data, done, listed, pluck, refused, rows, status } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { type BinderFixture, stepFor, type Trial } from '../trial.ts';
import type { ChangedTodos, CreatedTransaction, SearchHit } from '../types.ts';

const test = checks('todos');

const DAY_MS = 86_400_000;

const single = async (fixture: BinderFixture) => {
  const [todo] = await fixture.todos();
  assert.ok(todo !== undefined, 'a to-do');
  return todo;
};

test('[TODO-1] [TODO-2] a to-do is made and listed with every field', async (t) => {
  const fixture = await t.binder();
  const due_time = Date.now() + DAY_MS;
  const wish = {
    name: 'Prüfen 📋',
    description: 'Bitte bis morgen',
    due_time,
    reminder_time: due_time - 1000,
    assignee_id: t.viewer.id,
  };
  const answer = await t.editor.post(`${fixture.path}/todos`, wish);
  const [created, ...more] = data<ChangedTodos>(answer).todos;
  assert.deepEqual([created?.name, more.length], [wish.name, 0]);
  const { created_time: _, updated_time, ...rest } = await single(fixture);
  assert.deepEqual(updated_time, created?.updated_time);
  const { assignee_id: __, ...fields } = wish;
  assert.deepEqual(rest, {
    ...fields,
    id: created?.id,
    completed: false,
    assignee: { id: t.viewer.id, name: t.viewer.name },
    creator: { id: t.editor.id, name: t.editor.name },
  });
  for (const name of [undefined, '', 7])
    refused(await t.owner.post(`${fixture.path}/todos`, { name }), 400, 'name');
  refused(await t.owner.post(`${fixture.path}/todos`, { name: 'x', due_time: 'soon' }), 400, 'due_time');
});

test('[TODO-3] a to-do is changed, completed, reopened and emptied', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.todo('x', { description: 'd', due_time: Date.now() + DAY_MS });
  const change = async (body: object) =>
    data<ChangedTodos>(await t.editor.post(`${fixture.path}/todos/${id}`, body));
  await change({ name: 'y' });
  const seq = await fixture.seq();
  for (let time = 0; time < 2; time++) await change({ completed: true });
  const completed = await single(fixture);
  assert.deepEqual([completed.name, completed.completed, completed.description], ['y', true, 'd']);
  assert.ok(completed.completed_time !== undefined, 'a completed_time');
  await change({ completed: false });
  await change({ assignee_id: t.owner.id });
  await change({ fieldsToNull: 'due_time,assignee_id,description' });
  assert.deepEqual(pluck(await fixture.entries(seq), 'kind'), [
    'todo_completed',
    'todo_reopened',
    'todo_updated',
    'todo_updated',
  ]);
  const reopened = await single(fixture);
  assert.ok(!('assignee' in reopened), 'no assignee');
  assert.deepEqual(
    [reopened.completed, reopened.completed_time, reopened.due_time, reopened.description],
    [false, undefined, undefined, ''],
  );
  refused(await t.editor.post(`${fixture.path}/todos/${id}`, { fieldsToNull: 'name' }), 400, 'fieldsToNull');
  refused(await t.editor.post(`${fixture.path}/todos/999999`, { name: 'x' }), 404);
});

test('[TODO-19] a due day is stored with a time, and both are removed together', async (t) => {
  const fixture = await t.binder();
  const due_day = '2030-12-01';
  const id = await fixture.todo('x', { due_day });
  const due = async () => {
    const todo = await single(fixture);
    return [todo.due_day, todo.due_time];
  };
  assert.deepEqual(await due(), [due_day, Date.UTC(2030, 11, 1, 23, 59)]);
  const change = async (body: object) =>
    status(await t.editor.post(`${fixture.path}/todos/${id}`, body), 200);
  const noon = Date.UTC(2030, 11, 1, 12);
  await change({ due_day, due_time: noon });
  assert.deepEqual(await due(), [due_day, noon]);
  await change({ due_time: noon + DAY_MS });
  assert.deepEqual(await due(), [undefined, noon + DAY_MS]);
  await change({ due_day });
  await change({ fieldsToNull: 'due_time' });
  assert.deepEqual(await due(), [undefined, undefined]);
  for (const json of [{ due_day: 'soon' }, { due_day, due_time: noon + 2 * DAY_MS }])
    refused(await t.editor.post(`${fixture.path}/todos/${id}`, json), 400, 'due_day');
});

test('[TODO-3] of two who change the same notes at once one wins, and the other is 412', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.todo('x', { description: 'base' });
  const path = `${fixture.path}/todos/${id}`;
  const texts = ['one', 'two'];
  const answers = await Promise.all(
    texts.map((description) => t.editor.post(path, { description, base_description: 'base' })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  refused(await t.owner.post(path, { completed: true, base_description: 'base' }), 412, 'base_description');
  const winner = texts[answers.findIndex(({ status }) => status === 200)];
  const { description, completed } = await single(fixture);
  assert.deepEqual([description, completed], [winner, false]);
  status(await t.owner.post(path, { description: 'three', base_description: winner }), 200);
});

test('[TODO-4] a to-do is deleted, once', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.todo('x');
  done(await t.owner.delete(`${fixture.path}/todos/${id}`));
  assert.deepEqual(await fixture.todos(), []);
  refused(await t.owner.delete(`${fixture.path}/todos/${id}`), 404);
  refused(await t.owner.post(`${fixture.path}/todos/${id}`, { name: 'x' }), 404);
});

test('[TODO-5] an assignee who is no member is 412', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.todo('x');
  const json = { name: 'y', assignee_id: t.sameOrg.id };
  for (const path of ['', `/${id}`])
    refused(await t.owner.post(`${fixture.path}/todos${path}`, json), 412, 'assignee_id');
  assert.deepEqual(rows(await fixture.todos(), 'id', 'name', 'assignee'), [[id, 'x', undefined]]);
});

test('[TODO-7] a to-do that is not completed is reminded of once', async (t) => {
  const fixture = await t.binder();
  const reminder_time = Date.now() + 500;
  const id = await fixture.todo('soon', { reminder_time });
  await fixture.todo('later', { reminder_time: reminder_time + DAY_MS });
  const reminders = async () => (await fixture.entries()).filter(({ kind }) => kind === 'todo_reminded');
  const emittedEntries = await eventually(
    REMINDED_WITHIN_SECONDS,
    reminders,
    (entries) => entries.length > 0,
  );
  assert.deepEqual(
    emittedEntries.map(({ body }) => body.id),
    [id],
  );
});

test('[TODO-8] to-dos keep their order until one is moved', async (t) => {
  const fixture = await t.binder();
  const [a, b, c] = [await fixture.todo('a'), await fixture.todo('b'), await fixture.todo('c')];
  const order = async () => (await fixture.todos()).map(({ id }) => id);
  assert.deepEqual(await order(), [a, b, c]);
  status(await t.owner.post(`${fixture.path}/todos/${c}`, { after_id: a }), 200);
  assert.deepEqual(await order(), [a, c, b]);
  status(await t.owner.post(`${fixture.path}/todos/${b}`, { after_id: 0 }), 200);
  assert.deepEqual(await order(), [b, a, c]);
});

const search = async (t: Trial, fixture: BinderFixture, q: string) =>
  listed<SearchHit>(await t.viewer.get(`${fixture.path}/search?q=${encodeURIComponent(q)}`));

const findTodos = async (t: Trial, fixture: BinderFixture, q: string) =>
  (await search(t, fixture, q)).map(({ type, id }) => `${type} ${id}`);

test('[TODO-6] a message is found at once by its words, and by their beginnings', async (t) => {
  const fixture = await t.binder();
  const message = 'Please repay the Überweisung to jane.doe@example.com before 2027-01-31';
  const id = await fixture.postText(message, t.editor);
  const words = [
    'repay',
    'REPAY',
    'über',
    'Überweisung repay',
    'jane',
    'doe@example',
    'example.com',
    '2027',
    'repay 31',
  ];
  for (const q of words) assert.deepEqual(await findTodos(t, fixture, q), [`message ${id}`]);
  for (const q of ['payment', 'repay nothing', 'epay', 'nowhere'])
    assert.deepEqual(await findTodos(t, fixture, q), []);
  const [result] = await search(t, fixture, 'repay');
  assert.match(result?.text ?? '', /repay/);
  assert.deepEqual(result?.user, { id: t.editor.id, name: t.editor.name });
});

test('[TODO-6] a search finds messages, to-dos, transactions and files', async (t) => {
  const fixture = await t.binder();
  const message = await fixture.postText('The quincunx is planted');
  const todo = await fixture.todo('Draw the quincunx', { description: 'stripes' });
  const body = { title: 'Quincunx approval', content: 'crossing', steps: [stepFor(t.viewer)] };
  const transaction = data<CreatedTransaction>(await t.owner.post(`${fixture.path}/transactions`, body));
  const file = await fixture.upload(Buffer.from([0, 1, 2, 255]), 'quincunx.bin');
  await fixture.postText('something else');
  const named = [
    `file ${file}`,
    `message ${message}`,
    `todo ${todo}`,
    `transaction ${transaction.transaction_id}`,
  ];
  assert.deepEqual((await findTodos(t, fixture, 'quincunx')).sort(), named);
  assert.deepEqual(await findTodos(t, fixture, 'crossing'), [named[3]]);
  assert.deepEqual(await findTodos(t, fixture, 'stripes'), [named[2]]);
  done(await t.owner.delete(`${fixture.path}/todos/${todo}`));
  assert.deepEqual(await findTodos(t, fixture, 'stripes'), []);
});

test('[TODO-16] a search says that all of a short binder was read', async (t) => {
  const fixture = await t.binder();
  await fixture.postText('The quincunx is planted');
  const path = `${fixture.path}/search?q=quincunx`;
  const answer = async () => data<{ results: SearchHit[]; is_complete: boolean }>(await t.viewer.get(path));
  const { results } = await eventually(INDEXED_WITHIN_SECONDS, answer, ({ is_complete }) => is_complete);
  assert.equal(results.length, 1);
});

test('[TODO-6] [PAGE-35] a search finds pages by their text', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note('A quincunx of trees');
  const pdf = await fixture.upload(makePdf({ pages: 2, text: 'Zugzwang' }), 'a.pdf');
  const [, second] = await fixture.pages(`?file_id=${pdf}`);
  const find = (q: string) =>
    eventually(
      INDEXED_WITHIN_SECONDS,
      () => findTodos(t, fixture, q),
      (things) => things.length > 0,
    );
  assert.deepEqual(await find('quincunx'), [`page ${note.id}`]);
  assert.deepEqual(await find('zugzwang 2'), [`page ${second?.id}`]);
  assert.equal((await find('zugzwang')).length, 2);
  done(await t.owner.delete(`${fixture.path}/pages/${second?.id}`));
  assert.equal((await find('zugzwang')).length, 1);
});

test('[TODO-10] [TODO-11] a search finds parts of texts without spaces, however they are encoded', async (t) => {
  const fixture = await t.binder();
  const message = await fixture.postText('我家在上海东边');
  await fixture.postText('海上');
  const written = await fixture.postText('e\u0301tude \ufb01n');
  const find = async (q: string) => (await search(t, fixture, q)).map(({ id }) => id);
  for (const q of ['上海', '边', '家在上海']) assert.deepEqual(await find(q), [String(message)]);
  assert.deepEqual(await find('ÉTUDE fin'), [String(written)]);
});

test('[TODO-12] [TODO-13] a word with signs is found as it is written, and shown with its place', async (t) => {
  const fixture = await t.binder();
  const message = await fixture.postText('We write C++ here');
  await fixture.postText('Cats');
  const highlights = [{ start: 9, end: 12 }];
  assert.deepEqual(
    (await search(t, fixture, 'c++')).map(({ id, text, highlights }) => ({ id, text, highlights })),
    [{ id: String(message), text: 'We write C++ here', highlights }],
  );
});

test('[TODO-6] a search sees one binder, and only members may search', async (t) => {
  const [here, there] = [await t.binder(), await t.binder()];
  await there.postText("it's a zugzwang");
  assert.deepEqual(await search(t, here, 'zugzwang'), []);
  assert.equal((await search(t, there, 'zugzwang')).length, 1);
  refused(await t.sameOrg.get(`${there.path}/search?q=zugzwang`), 403);
  for (const query of ['', '?q=', '?q=%20', '?q=!!!', '?q=%5C', `?q=${'x'.repeat(201)}`, '?q=%00'])
    refused(await t.owner.get(`${there.path}/search${query}`), 400, 'q');
  // The server must treat search operators as ordinary text.
  for (const q of ["it's", "' | 'a", 'a & !b', "a':*", 'a <-> b', '(((a', '💥 quote'])
    await search(t, there, q);
});

test('[TODO-20] a to-do names the message that it was created from', async (t) => {
  const fixture = await t.binder();
  const message_id = await fixture.postText('Please call the bank');
  data(await t.editor.post(`${fixture.path}/todos`, { name: 'Call the bank', message_id }));
  assert.equal((await single(fixture)).message_id, message_id);
  refused(await t.editor.post(`${fixture.path}/todos`, { name: 'x', message_id: 4_711 }), 404);
});
