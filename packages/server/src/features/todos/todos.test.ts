import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { remindDue } from './index.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

interface TodoJson {
  id: number;
  name: string;
  completed: boolean;
  [key: string]: unknown;
}

const call = (method: string, path: string, json?: unknown, token = cast.editor.token) =>
  service.call(method, `/${cast.binderId}/todos${path}`, { token, ...(json === undefined ? {} : { json }) });
const create = async (json: Record<string, unknown>): Promise<number> => {
  const answer = await call('POST', '', json);
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data.todos[0].id;
};
const list = async (): Promise<TodoJson[]> =>
  (await call('GET', '', undefined, cast.viewer.token)).body.data.todos;
const lastKinds = async (count: number): Promise<string[]> => {
  const { body } = await service.call('GET', `/${cast.binderId}/feed`, { token: cast.owner.token });
  return body.data.entries.slice(-count).map((entry: { kind: string }) => entry.kind);
};

test('[TODO-8] to-dos are moved behind one another and to the top, as often as one likes', async () => {
  const [a, b, c] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })];
  const order = async () => (await list()).map(({ id }) => id).filter((id) => [a, b, c].includes(id));
  assert.deepEqual(await order(), [a, b, c]);
  await call('POST', `/${c}`, { after_id: a });
  assert.deepEqual(await order(), [a, c, b]);
  await call('POST', `/${b}`, { after_id: 0 });
  assert.deepEqual(await order(), [b, a, c]);
  assert.equal((await list())[0]?.id, b);
  for (let round = 0; round < 30; round++) await call('POST', `/${round % 2 ? a : c}`, { after_id: b });
  assert.deepEqual(await order(), [b, a, c]);
  assert.equal((await call('POST', `/${a}`, { after_id: a })).status, 400);
  assert.equal((await call('POST', `/${a}`, { after_id: 999_999 })).status, 404);
});

test('[TODO-1] [TODO-2] [TODO-3] [TODO-4] every kind of actor gets what the role allows', async () => {
  const id = await create({ name: 'table' });
  const table: [string, string | undefined, number, number][] = [
    ['owner', cast.owner.token, 200, 200],
    ['editor', cast.editor.token, 200, 200],
    ['viewer', cast.viewer.token, 403, 200],
    ['colleague', cast.sameOrg.token, 403, 403],
    ['neighbour', cast.otherOrg.token, 403, 403],
    ['stranger', cast.otherPartner.token, 403, 403],
    ['read-only scope', cast.owner.readToken, 403, 200],
    ['no token', undefined, 401, 401],
  ];
  for (const [who, token, writing, reading] of table) {
    const bearer = token === undefined ? {} : { token };
    const path = `/${cast.binderId}/todos`;
    assert.equal((await service.call('GET', path, bearer)).status, reading, `${who} lists`);
    assert.equal(
      (await service.call('POST', path, { ...bearer, json: { name: who } })).status,
      writing,
      `${who} creates`,
    );
    const update = await service.call('POST', `${path}/${id}`, { ...bearer, json: { name: who } });
    assert.equal(update.status, writing, `${who} updates`);
    if (writing !== 200)
      assert.equal((await service.call('DELETE', `${path}/${id}`, bearer)).status, writing, `${who} deletes`);
  }
});

test('[TODO-1] [TODO-3] bad fields are refused by name', async () => {
  const id = await create({ name: 'refusals' });
  const cases: [string, unknown, string][] = [
    ['', {}, 'name'],
    ['', { name: '' }, 'name'],
    ['', { name: null }, 'name'],
    ['', { name: 'x'.repeat(1001) }, 'name'],
    ['', { name: 'x', due_time: 'tomorrow' }, 'due_time'],
    ['', { name: 'x', due_time: -1 }, 'due_time'],
    ['', { name: 'x', due_time: 1.5 }, 'due_time'],
    ['', { name: 'x', due_day: '1 December' }, 'due_day'],
    ['', { name: 'x', due_day: '2026-02-29' }, 'due_day'],
    ['', { name: 'x', due_day: '1969-12-31' }, 'due_day'],
    ['', { name: 'x', due_day: '2026-12-01', due_time: Date.UTC(2026, 11, 3) }, 'due_day'],
    ['', { name: 'x', reminder_time: 1e18 }, 'reminder_time'],
    ['', { name: 'x', assignee_id: 'me' }, 'assignee_id'],
    [`/${id}`, { completed: 'yes' }, 'completed'],
    [`/${id}`, { fieldsToNull: 'name' }, 'fieldsToNull'],
    [`/${id}`, { after_id: -1 }, 'after_id'],
    [`/${id}`, {}, ''],
    ['/abc', { name: 'x' }, 'todo_id'],
  ];
  for (const [path, json, field] of cases) {
    const answer = await call('POST', path, json);
    assert.equal(answer.status, 400, JSON.stringify(json).slice(0, 60));
    assert.equal(answer.body.errors[0].path, field, JSON.stringify(json).slice(0, 60));
  }
  const foreign = await service.make.binder(cast.editor);
  assert.equal(
    (await service.call('POST', `/${foreign}/todos/${id}`, { token: cast.editor.token, json: { name: 'x' } }))
      .status,
    404,
  );
});

test('[TODO-3] a change based on outdated notes is refused, and changes nothing', async () => {
  const id = await create({ name: 'notes', description: 'base' });
  const edit = (description: string, base_description: string) =>
    call('POST', `/${id}`, { name: description, description, base_description });
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => edit(text, 'base')));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412]);
  assert.equal(answers.find(({ status }) => status === 412)?.body.errors[0].path, 'base_description');
  const read = async () => (await list()).find((todo) => todo.id === id);
  const todo = await read();
  assert.equal(todo?.description, todo?.name);
  assert.equal((await edit('four', String(todo?.description))).status, 200);
  assert.equal((await call('POST', `/${id}`, { after_id: 0, base_description: '' })).status, 412);
  assert.equal((await call('POST', `/${id}`, { base_description: 'four' })).status, 400, 'changes nothing');
  assert.equal((await call('POST', `/${id}`, { description: 'five' })).status, 200, 'without a base');
  assert.equal((await read())?.description, 'five');
});

test('[TODO-3] of twenty who complete at once one does, and the log tells it once', async () => {
  const id = await create({ name: 'race' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', `/${id}`, { completed: true })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  const { body } = await service.call('GET', `/${cast.binderId}/feed`, { token: cast.owner.token });
  const entries = body.data.entries.filter(
    (entry: { kind: string; body: { id: number } }) =>
      entry.kind === 'todo_completed' && entry.body.id === id,
  );
  assert.equal(entries.length, 1);
});

test('[TODO-7] a reminder is told once in the log when its time has come, and again when it is moved', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const reminder_time = service.clock.now() + 60_000;
  const id = await create({ name: 'remind me', reminder_time });
  const done = await create({ name: 'done before', reminder_time });
  await call('POST', `/${done}`, { completed: true });
  assert.equal(await remindDue(service.env), 0);
  service.clock.advance(60_001);
  const counts = await Promise.all([remindDue(service.env), remindDue(service.env)]);
  assert.equal(counts[0] + counts[1], 1);
  assert.deepEqual(await lastKinds(1), ['todo_reminded']);
  await call('POST', `/${id}`, { reminder_time: service.clock.now() + 1000 });
  service.clock.advance(1001);
  assert.equal(await remindDue(service.env), 1);
});

test('[TODO-19] a due day and its time are stored and removed together', async () => {
  const due_day = '2026-12-01';
  const endInTokyo = Date.UTC(2026, 11, 1, 14, 59);
  const later = Date.UTC(2026, 11, 9);
  const id = await create({ name: 'due', due_day });
  const due = async () => {
    const todo = (await list()).find((each) => each.id === id);
    return [todo?.due_day, todo?.due_time];
  };
  assert.deepEqual(await due(), [due_day, Date.UTC(2026, 11, 1, 23, 59)]);
  const cases: [string, Record<string, unknown>, unknown[]][] = [
    ['a day with a time', { due_day, due_time: endInTokyo }, [due_day, endInTokyo]],
    ['the same time', { name: 'all fields', due_time: endInTokyo }, [due_day, endInTokyo]],
    [
      'the same time, not the day',
      { due_time: endInTokyo, fieldsToNull: 'due_day' },
      [undefined, endInTokyo],
    ],
    ['a day alone', { due_day, fieldsToNull: 'due_time' }, [due_day, Date.UTC(2026, 11, 1, 23, 59)]],
    ['another time', { due_time: later }, [undefined, later]],
    ['a day again', { due_day }, [due_day, Date.UTC(2026, 11, 1, 23, 59)]],
    ['no time', { fieldsToNull: 'due_time' }, [undefined, undefined]],
    ['a day of another year', { due_day: '2028-02-29' }, ['2028-02-29', Date.UTC(2028, 1, 29, 23, 59)]],
    ['no day', { fieldsToNull: 'due_day' }, [undefined, undefined]],
  ];
  for (const [what, json, expected] of cases) {
    assert.equal((await call('POST', `/${id}`, json)).status, 200, what);
    assert.deepEqual(await due(), expected, what);
  }
});

test('[TODO-19] a due day is in home and in the past, until an earlier release moves the time', async () => {
  const due_day = '2026-12-01';
  const { editor, owner, binderId } = cast;
  const id = await create({ name: 'day', due_day, assignee_id: editor.id });
  const read = async (path: string, token = editor.token) =>
    (await service.call('GET', path, { token })).body.data;
  const dayIn = (rows: { id: number; due_day?: string }[]) => rows.find((row) => row.id === id)?.due_day;
  const home = async () => {
    const { items } = await read('/me/activity?filter=todos');
    return dayIn(items.map(({ todo }: { todo: TodoJson }) => todo));
  };
  assert.equal(await home(), due_day);
  const { entries } = await read(`/${binderId}/feed`, owner.token);
  const past = async () => dayIn((await read(`/${binderId}/todos?as_of=seq:${entries.at(-1).seq}`)).todos);
  await call('POST', `/${id}`, { due_day: '2026-12-02' });
  assert.deepEqual([await home(), await past()], ['2026-12-02', due_day]);
  await service.env.db.query('UPDATE todos SET due_at = $3 WHERE binder_id = $1 AND id = $2', [
    binderId,
    id,
    Date.UTC(2026, 11, 9),
  ]);
  assert.equal(await home(), undefined);
});

test('[TODO-20] a to-do names the message that it was created from', async () => {
  const post = (token: string, text: string) =>
    service.call('POST', `/${cast.binderId}/messages`, { token, json: { message: { text } } });
  const { body } = await post(cast.owner.token, 'Please call the bank');
  const message_id = body.data.binder_comment_id;
  const id = await create({ name: 'Call the bank', message_id });
  const read = async () => (await list()).find((todo) => todo.id === id)?.message_id;
  assert.equal(await read(), message_id);
  assert.equal((await call('POST', `/${id}`, { name: 'Call them' })).status, 200);
  assert.equal(await read(), message_id);
  assert.equal((await call('POST', '', { name: 'None', message_id: 999_999 })).status, 404);
  assert.equal((await call('POST', '', { name: 'Viewer', message_id }, cast.viewer.token)).status, 403);
});
