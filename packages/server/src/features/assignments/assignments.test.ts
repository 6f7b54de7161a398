import assert from 'node:assert/strict';
import {
  adminOf,
  type CreatedUser,
  departures,
  expectRefusal,
  openRealtime,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow, sharedStep, stepFor } from '../transactions/testing/workflow.ts';
import { announceDepartures } from './index.ts';

let service: TestService;
let owner: CreatedUser;
let editor: CreatedUser;
let admin: CreatedUser;
beforeAll(async () => {
  service = await startService();
  ({ owner, editor } = await service.make.cast());
  admin = await adminOf(service, owner);
});
afterAll(() => service.close());

const sameOrg = () => service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });

async function waitingFor(person: CreatedUser) {
  const binderId = await service.make.binder(owner, [
    { user: editor, role: 'editor' },
    { user: person, role: 'editor' },
  ]);
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([stepFor(person), stepFor(person)], editor.token);
  const todo = await service.call('POST', `/${binderId}/todos`, {
    token: owner.token,
    json: { name: 'Call back', assignee_id: person.id },
  });
  const todoId: number = todo.body.data.todos[0].id;
  const todos = async () =>
    (await service.call('GET', `/${binderId}/todos`, { token: owner.token })).body.data.todos;
  return { binderId, workflow, id, steps, todoId, todos };
}

test('[ORG-34] an admin reads how many steps and to-dos wait for a person, over all binders', async () => {
  const person = await sameOrg();
  const openWork = async () =>
    (await service.call('GET', `/orgs/${owner.orgId}/users/${person.id}`, { token: admin.token })).body.data
      .open_work;
  assert.deepEqual(await openWork(), { steps: 0, todos: 0 });
  const one = await waitingFor(person);
  const other = await waitingFor(person);
  assert.deepEqual(await openWork(), { steps: 4, todos: 2 });
  await one.workflow.press(one.id, one.steps[0], person.token);
  const done = { token: owner.token, json: { completed: true } };
  assert.equal((await service.call('POST', `/${one.binderId}/todos/${one.todoId}`, done)).status, 200);
  assert.deepEqual(await openWork(), { steps: 3, todos: 1 });
  await other.workflow.remove(other.id);
  assert.deepEqual(await openWork(), { steps: 1, todos: 1 });
  await service.call('DELETE', `/${other.binderId}`, { token: owner.token });
  assert.deepEqual(await openWork(), { steps: 1, todos: 0 });
  await departures.leaves(service, { binderId: one.binderId, owner, admin, person });
  assert.deepEqual(await openWork(), { steps: 0, todos: 0 });
});

const reasons = { leaves: 'left', 'is removed': 'left', 'is disabled': 'disabled', 'is erased': 'disabled' };

for (const [what, depart] of Object.entries(departures))
  test(`[TX-46] [TODO-15] of somebody who ${what}, steps and to-dos say so, and creator and owner are told`, async () => {
    const person = await sameOrg();
    const { binderId, workflow, id, steps, todoId, todos } = await waitingFor(person);
    const seq = await workflow.seq();
    await depart(service, { binderId, owner, admin, person });
    await announceDepartures(service.env);
    const unavailable = reasons[what as keyof typeof reasons];
    assert.deepEqual(
      (await workflow.steps(id)).map(({ assignee }) => assignee.unavailable),
      [unavailable, unavailable],
    );
    assert.deepEqual((await todos())[0].assignee.unavailable, unavailable);

    const entries = (await workflow.feed(seq)).filter(({ kind }) => !/^member_|^meet_/.test(kind));
    assert.deepEqual(
      entries.map(({ kind, body }) => [
        kind,
        kind === 'message_posted' ? body.reply_to : body.id,
        body.reason,
      ]),
      [
        ['step_assignee_unavailable', steps[0], unavailable],
        ['step_assignee_unavailable', steps[1], unavailable],
        ['todo_assignee_unavailable', todoId, unavailable],
        ['message_posted', { transaction: { id } }, undefined],
        ['message_posted', { todo: { id: todoId } }, undefined],
      ],
    );
    const messages = entries.filter(({ kind }) => kind === 'message_posted');
    assert.deepEqual(
      messages.map(({ body }) => body.mentions),
      [[editor.id, owner.id], [owner.id]],
    );
    for (const { body } of messages) assert.ok(!String(body.text).includes(person.name));
    const { body } = await service.call('GET', '/me/binders', { token: editor.token });
    const mine = body.data.binders.find(({ binder }: { binder: { id: string } }) => binder.id === binderId);
    assert.ok(mine, 'the binder is in the list of who is told');

    const latest = await workflow.seq();
    await announceDepartures(service.env);
    assert.equal(await workflow.seq(), latest);
    assert.deepEqual(await service.env.db.query('SELECT FROM departures'), []);

    const path = `${workflow.path(id, steps[0])}/assignee`;
    const json = { user_id: editor.id };
    assert.equal((await service.call('POST', path, { token: editor.token, json })).status, 200);
    assert.equal((await workflow.press(id, steps[0], editor.token)).status, 200);
    assert.deepEqual(
      (await workflow.steps(id)).map(({ assignee }) => assignee.unavailable),
      [undefined, unavailable],
    );
  });

test('[TX-46] who comes back is no longer shown as unavailable, and nobody is told of it in the chat', async () => {
  const person = await sameOrg();
  const { binderId, workflow, id } = await waitingFor(person);
  const setDisabled = (disabled: boolean) =>
    service.call('POST', `/orgs/${owner.orgId}/users/${person.id}`, {
      token: admin.token,
      json: { disabled },
    });
  const back: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['enabled', () => setDisabled(true), () => setDisabled(false)],
    [
      'added',
      () => service.call('POST', `/${binderId}/removeuser`, { token: owner.token, json: { id: person.id } }),
      () =>
        service.call('POST', `/${binderId}/addorguser`, {
          token: owner.token,
          json: { users: [{ user: { id: person.id } }] },
        }),
    ],
  ];
  for (const [what, leave, comeBack] of back) {
    await leave();
    await announceDepartures(service.env);
    const seq = await workflow.seq();
    await comeBack();
    await announceDepartures(service.env);
    const kinds = (await workflow.feed(seq)).map(({ kind }) => kind).filter((kind) => !/^member_/.test(kind));
    assert.deepEqual(
      kinds,
      ['step_assignee_available', 'step_assignee_available', 'todo_assignee_available'],
      what,
    );
    const [step] = await workflow.steps(id);
    assert.equal(step?.assignee.unavailable, undefined, what);
  }
});

test('[TX-46] only what is open is told of, and of somebody for whom nothing waits nothing is', async () => {
  const person = await sameOrg();
  const { binderId, workflow, id, steps, todoId } = await waitingFor(person);
  for (const step of steps) await workflow.press(id, step, person.token);
  const done = { token: owner.token, json: { completed: true } };
  await service.call('POST', `/${binderId}/todos/${todoId}`, done);
  const seq = await workflow.seq();
  await departures['is removed'](service, { binderId, owner, admin, person });
  await announceDepartures(service.env);
  assert.deepEqual(
    (await workflow.feed(seq)).map(({ kind }) => kind),
    ['member_removed'],
  );
  assert.deepEqual(
    (await workflow.steps(id)).map(({ assignee }) => assignee.unavailable),
    [undefined, undefined],
  );
});

test('[TX-46] [TX-55] nobody is asked to reassign a step from which the person was excluded', async () => {
  const person = await sameOrg();
  const binderId = await service.make.binder(owner, [{ user: person, role: 'editor' }]);
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([
    sharedStep([person, owner]),
    sharedStep([person, owner], { distinct_from: [1] }),
  ]);
  await workflow.press(id, steps[0], person.token);
  const seq = await workflow.seq();
  await departures['is removed'](service, { binderId, owner, admin, person });
  await announceDepartures(service.env);
  assert.deepEqual(
    (await workflow.feed(seq)).map(({ kind }) => kind),
    ['member_removed'],
  );
});

test('[TX-46] nothing is told of what was deleted, and only creators who can act are named', async () => {
  const [person, creator] = [await sameOrg(), await sameOrg()];
  const binderId = await service.make.binder(owner, [
    { user: creator, role: 'editor' },
    { user: person, role: 'editor' },
  ]);
  const workflow = createWorkflow(service, { binderId, owner });
  const deleted = await workflow.create([stepFor(person)], creator.token);
  const open = await workflow.create([stepFor(person)], creator.token);
  assert.equal((await workflow.remove(deleted.id)).status, 200);
  const json = { name: 'Call back', assignee_id: person.id };
  const todo = await service.call('POST', `/${binderId}/todos`, { token: owner.token, json });
  const todoPath = `/${binderId}/todos/${todo.body.data.todos[0].id}`;
  assert.equal((await service.call('DELETE', todoPath, { token: owner.token })).status, 200);
  await departures['is disabled'](service, { binderId, owner, admin, person: creator });
  const seq = await workflow.seq();
  await departures['is removed'](service, { binderId, owner, admin, person });
  await announceDepartures(service.env);
  const entries = (await workflow.feed(seq)).filter(({ kind }) => !/^member_/.test(kind));
  assert.deepEqual(
    entries.map(({ kind, body }) => [kind, body.id === open.steps[0], body.mentions]),
    [
      ['step_assignee_unavailable', true, undefined],
      ['message_posted', false, [owner.id]],
    ],
  );
});

test('[TX-46] somebody who comes back while they are announced as gone is announced from the first binder on', async () => {
  const person = await sameOrg();
  const { workflow } = await waitingFor(person);
  const setDisabled = (disabled: boolean) =>
    service.call('POST', `/orgs/${owner.orgId}/users/${person.id}`, {
      token: admin.token,
      json: { disabled },
    });
  await setDisabled(true);
  await service.env.db.query(`UPDATE departures SET last_binder_id = 'C' WHERE user_id = $1`, [person.id]);
  await setDisabled(false);
  const seq = await workflow.seq();
  await announceDepartures(service.env);
  assert.equal((await workflow.feed(seq)).length, 4);
});

test('[TX-46] of very many things the chat is told in few messages, and the log of each', async () => {
  const person = await sameOrg();
  const binderId = await service.make.binder(owner, [{ user: person, role: 'editor' }]);
  const { db, clock } = service.env;
  await db.query(
    `INSERT INTO todos (binder_id, id, name, position, creator_id, assignee_id, created_at, updated_at)
     SELECT $1, 100 + n, 'Todo ' || n, n, $2, $3, $4, $4 FROM generate_series(1, 30) n`,
    [binderId, owner.id, person.id, clock.now()],
  );
  await db.query('UPDATE binders SET next_id = 200 WHERE id = $1', [binderId]);
  const workflow = createWorkflow(service, { binderId, owner });
  const seq = await workflow.seq();
  await departures.leaves(service, { binderId, owner, admin, person });
  await announceDepartures(service.env);
  const kinds = (await workflow.feed(seq)).map(({ kind }) => kind);
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  assert.deepEqual([count('todo_assignee_unavailable'), count('message_posted')], [30, 21]);
  assert.match((await workflow.messages())[0] ?? '', /^10 more items wait/);
});

test('[TX-46] the channel brings the step and the to-do as they are then', async () => {
  const person = await sameOrg();
  const { binderId, id, todoId } = await waitingFor(person);
  const client = await openRealtime(service, owner.token);
  try {
    client.send({ type: 'subscribe', id: 1, binder_id: binderId });
    await client.take('snapshot');
    await departures['is removed'](service, { binderId, owner, admin, person });
    await announceDepartures(service.env);
    const changesOf = async (kind: string) => {
      const isOf = (each: { kind: string }) => each.kind === kind;
      const { entries } = await client.take('entries', ({ entries }) => entries.some(isOf));
      return entries.filter(isOf).flatMap(({ changes }) => changes);
    };
    const [step] = await changesOf('step_assignee_unavailable');
    assert.ok(step?.type === 'transaction');
    assert.deepEqual(
      step.value?.steps.map(({ assignee }) => assignee.unavailable),
      ['left', 'left'],
    );
    const frames = client.frames.flatMap((frame) => (frame.type === 'entries' ? frame.entries : []));
    const todo = frames.find(({ kind }) => kind === 'todo_assignee_unavailable')?.changes[0];
    assert.ok(todo?.type === 'todo' && todo.id === todoId);
    assert.equal(todo.value?.assignee?.unavailable, 'left');
    assert.ok(step.id === id);
  } finally {
    client.close();
  }
});

test('[TX-47] [TODO-5] [MSG-24] a member who is disabled is asked and named nowhere, and the refusal says why', async () => {
  const person = await sameOrg();
  const { binderId, workflow, todoId } = await waitingFor(person);
  const post = (path: string, json: unknown) =>
    service.call('POST', `/${binderId}${path}`, { token: owner.token, json });
  const named = await post('/messages', { message: { text: 'Hello', mentions: [person.id] } });
  await departures['is disabled'](service, { binderId, owner, admin, person });
  const rows: [string, unknown, string][] = [
    [
      '/transactions',
      { title: 't', content: '', steps: [stepFor(owner), stepFor(person)] },
      'steps[1].assignee.user_id',
    ],
    ['/todos', { name: 'x', assignee_id: person.id }, 'assignee_id'],
    ['/messages', { message: { text: 'Hi', mentions: [owner.id, person.id] } }, 'message.mentions[1]'],
    [`/users/${person.id}`, { type: 'BOARD_OWNER' }, 'user_id'],
  ];
  const before = await workflow.state();
  for (const [path, json, field] of rows) {
    const answer = await post(path, json);
    expectRefusal(answer, 412, field, path);
    assert.match(answer.body.message, /is disabled/, path);
  }
  assert.deepEqual(await workflow.state(), before);
  assert.equal((await post(`/todos/${todoId}`, { name: 'Other', assignee_id: person.id })).status, 200);
  const edit = { message: { text: 'Edited', mentions: [person.id] } };
  assert.equal((await post(`/messages/${named.body.data.binder_comment_id}`, edit)).status, 200);
  const other = await post('/todos', { name: 'y' });
  const { id } = other.body.data.todos[0];
  expectRefusal(await post(`/todos/${id}`, { assignee_id: person.id }), 412, 'assignee_id');
});
