import assert from 'node:assert/strict';
import { type CreatedUser, expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { announceDueSteps } from './due-steps.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

const MINUTE = 60_000;

let service: TestService;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
beforeAll(async () => {
  service = await startService();
  ({ owner, editor, viewer } = await service.make.cast());
});
afterAll(() => service.close());

async function open() {
  const binderId = await service.make.binder(owner, [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]);
  return createWorkflow(service, { binderId, owner });
}
const inMinutes = (minutes: number) => service.clock.now() + minutes * MINUTE;
const transactionOf = async (workflow: Workflow, id: number) => (await workflow.get(id)).body.data;

async function announcedSince(workflow: Workflow, seq: number) {
  const entries = await workflow.feed(seq);
  return entries.flatMap(({ kind, body }, index) => {
    if (kind !== 'step_reminded' && kind !== 'step_overdue') return [];
    const message = entries.slice(index).find((each) => each.kind === 'message_posted');
    return [[kind, body.id, message?.body.mentions]];
  });
}

test('[TX-48] a step has its own due time and reminders, or those of the transaction', async () => {
  const workflow = await open();
  const [soon, later] = [inMinutes(24), inMinutes(90)];
  const steps = [stepFor(editor, { due_time: soon, reminders: [MINUTE] }), stepFor(viewer)];
  const { id } = await workflow.create(steps, owner.token, {
    due_time: later,
    reminders: [2 * MINUTE, MINUTE],
  });
  const transaction = await transactionOf(workflow, id);
  const due = (of: Record<string, unknown>) => [of.due_time, of.reminders];
  assert.deepEqual(due(transaction), [later, [2 * MINUTE, MINUTE]]);
  assert.deepEqual(transaction.steps.map(due), [
    [soon, [MINUTE]],
    [later, [2 * MINUTE, MINUTE]],
  ]);
  const { body } = await service.call('GET', '/me/activity?filter=approvals', { token: editor.token });
  assert.equal(body.data.items[0].step.due_time, soon);
  const without = await workflow.create([stepFor(editor)], owner.token);
  const plain = await transactionOf(workflow, without.id);
  assert.ok(!('due_time' in plain) && !('reminders' in plain) && !('due_time' in plain.steps[0]));
});

test('[TX-108] a due day is that of the transaction and of its steps without a due time, also in the past', async () => {
  const binderId = await service.make.binder(owner, [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]);
  const workflow = createWorkflow(service, { binderId, owner });
  const year = new Date(service.clock.now()).getUTCFullYear() + 1;
  const due_day = `${year}-12-01`;
  const midnight = Date.UTC(year, 11, 1);
  const own = stepFor(viewer, { due_time: midnight });
  const { id } = await workflow.create([stepFor(editor), own], owner.token, { due_day });
  const due = async (asOf = '') => {
    const { body } = await service.call('GET', `/${binderId}/transactions/${id}${asOf}`, {
      token: owner.token,
    });
    const { steps, ...transaction } = body.data;
    return [transaction, ...steps].map(({ due_time, due_day: day }) => [due_time, day]);
  };
  const last = midnight + (24 * 60 - 1) * MINUTE;
  const stored = [
    [last, due_day],
    [last, due_day],
    [midnight, undefined],
  ];
  assert.deepEqual(await due(), stored);
  const { body } = await service.call('GET', '/me/steps?state=open', { token: editor.token });
  const waiting = body.data.steps.find(({ binder }: { binder: { id: string } }) => binder.id === binderId);
  assert.equal(waiting.step.due_day, due_day);
  const seq = await workflow.seq();
  const endInTokyo = midnight + (14 * 60 + 59) * MINUTE;
  const cases: [object, unknown[]][] = [
    [{ due_day, due_time: endInTokyo }, [endInTokyo, due_day]],
    [{ title: 'Renamed', due_time: endInTokyo }, [endInTokyo, due_day]],
    [{ reminders: [MINUTE] }, [endInTokyo, due_day]],
    [{ due_time: last }, [last, undefined]],
    [{ due_day }, [last, due_day]],
    [{ due_time: last, due_day: null }, [last, undefined]],
    [{ due_time: null, due_day }, [last, due_day]],
    [{ due_day: null }, [undefined, undefined]],
  ];
  for (const [json, expected] of cases) {
    assert.equal((await workflow.update(id, json)).status, 200, JSON.stringify(json));
    assert.deepEqual(await due(), [expected, expected, [midnight, undefined]], JSON.stringify(json));
  }
  assert.deepEqual(await due(`?as_of=seq:${seq}`), stored);
  for (const json of [{ due_day: 'soon' }, { due_day, due_time: midnight - 24 * 60 * MINUTE }])
    expectRefusal(await workflow.update(id, json), 400, 'due_day');
  expectRefusal(await workflow.update(id, { due_day: '2020-01-01' }), 400, 'due_time');
});

test('[TX-49] each reminder and the due time are announced once, to the assignee of the current step', async () => {
  const workflow = await open();
  const due = { due_time: inMinutes(24), reminders: [MINUTE, 3 * MINUTE, 48 * MINUTE] };
  const { id, steps } = await workflow.create([stepFor(editor), stepFor(viewer)], owner.token, due);
  const seq = await workflow.seq();
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, seq), [], 'a reminder before the creation is none');

  const [first = 0, second = 0] = steps;
  for (const minutes of [21, 2]) {
    service.clock.advance(minutes * MINUTE);
    await Promise.all([announceDueSteps(service.env), announceDueSteps(service.env)]);
  }
  const reminders = [
    ['step_reminded', first, [editor.id]],
    ['step_reminded', first, [editor.id]],
  ];
  assert.deepEqual(await announcedSince(workflow, seq), reminders);
  assert.equal((await transactionOf(workflow, id)).display_status, undefined);

  service.clock.advance(MINUTE);
  await announceDueSteps(service.env);
  await announceDueSteps(service.env);
  const overdue = ['step_overdue', first, [editor.id, owner.id]];
  assert.deepEqual(await announcedSince(workflow, seq), [...reminders, overdue]);
  assert.deepEqual((await transactionOf(workflow, id)).display_status, { text: 'Overdue', style: 'DANGER' });

  assert.equal((await workflow.press(id, first, editor.token, 'decline')).status, 200);
  assert.equal((await transactionOf(workflow, id)).display_status, undefined);
  await announceDueSteps(service.env);
  const next = ['step_overdue', second, [viewer.id, owner.id]];
  assert.deepEqual(await announcedSince(workflow, seq), [...reminders, overdue, next]);
  assert.equal((await workflow.press(id, second, viewer.token, 'decline')).status, 200);
  assert.deepEqual((await transactionOf(workflow, id)).display_status, {
    text: 'Completed',
    style: 'SUCCESS',
  });
});

test('[TX-49] nothing is announced of steps that are answered, stopped or deleted', async () => {
  const workflow = await open();
  const due = { due_time: inMinutes(1) };
  const make = () => workflow.create([stepFor(editor)], owner.token, due);
  const [answered, stopped, deleted] = [await make(), await make(), await make()];
  await workflow.press(answered.id, answered.steps[0], editor.token);
  await workflow.update(stopped.id, { is_active: false });
  await workflow.remove(deleted.id);
  const seq = await workflow.seq();
  service.clock.advance(2 * MINUTE);
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, seq), []);
  await workflow.update(stopped.id, { is_active: true });
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, seq), [
    ['step_overdue', stopped.steps[0], [editor.id, owner.id]],
  ]);
});

test('[TX-50] a moved due time is announced again, and a status of the transaction hides that it is overdue', async () => {
  const workflow = await open();
  const steps = [stepFor(editor), stepFor(viewer, { order_number: 1 })].map((step) => ({
    ...step,
    order_number: 1,
  }));
  const transaction = await workflow.create(steps, owner.token, { due_time: inMinutes(1) });
  const { id } = transaction;
  const [first = 0, second = 0] = transaction.steps;
  const seq = await workflow.seq();
  const change = { steps: [{ id: second, due_time: inMinutes(5), reminders: [MINUTE] }] };
  assert.equal((await workflow.update(id, change)).status, 200);
  service.clock.advance(MINUTE);
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, seq), [['step_overdue', first, [editor.id, owner.id]]]);

  await workflow.update(id, { display_status: { text: 'On hold', style: 'INFO' } });
  assert.equal((await transactionOf(workflow, id)).display_status.text, 'On hold');
  await workflow.update(id, { display_status: null });
  assert.equal((await transactionOf(workflow, id)).display_status.text, 'Overdue');

  const before = await workflow.seq();
  await workflow.update(id, { due_time: inMinutes(1) });
  assert.equal((await transactionOf(workflow, id)).display_status, undefined);
  await workflow.update(id, { steps: [{ id: second, due_time: null }] });
  service.clock.advance(MINUTE);
  await announceDueSteps(service.env);
  assert.deepEqual(
    (await announcedSince(workflow, before)).toSorted(),
    [
      ['step_overdue', first, [editor.id, viewer.id, owner.id]],
      ['step_overdue', second, [editor.id, viewer.id, owner.id]],
    ].toSorted(),
    'one message for both',
  );
  await workflow.update(id, { due_time: null });
  const data = await transactionOf(workflow, id);
  assert.ok(!('due_time' in data) && !('display_status' in data) && !('due_time' in data.steps[0]));
});

test('[TX-52] an escalation assigns the step once, some time after its due time', async () => {
  const workflow = await open();
  const escalation = { assignee: { user_id: owner.id }, after: 5 * MINUTE };
  const due_time = inMinutes(1);
  const { id, steps } = await workflow.create([stepFor(editor, { due_time, escalation })], owner.token);
  const [stepId = 0] = steps;
  const [before] = await workflow.steps(id);
  assert.deepEqual(before?.escalation, {
    assignee: { user_id: owner.id, name: owner.name },
    after: 5 * MINUTE,
  });
  const seq = await workflow.seq();
  for (const minutes of [1, 4, 1, 10]) {
    service.clock.advance(minutes * MINUTE);
    await Promise.all([announceDueSteps(service.env), announceDueSteps(service.env)]);
  }
  const entries = (await workflow.feed(seq)).map(({ kind, body }) => [kind, body.mentions ?? body.user_id]);
  assert.deepEqual(entries, [
    ['step_overdue', undefined],
    ['message_posted', [editor.id, owner.id]],
    ['step_reassigned', owner.id],
    ['message_posted', [owner.id, editor.id]],
  ]);
  const [after] = await workflow.steps(id);
  assert.deepEqual([after?.assignee.user_id, after?.escalation], [owner.id, undefined]);
  assert.equal((await transactionOf(workflow, id)).display_status.text, 'Overdue');
  assert.equal((await workflow.press(id, stepId, editor.token)).status, 403);
  assert.equal((await workflow.press(id, stepId, owner.token)).status, 200);
});

test('[TX-52] a step stays with its assignee if the other person has left, and an impossible escalation is refused', async () => {
  const workflow = await open();
  const escalation = { assignee: { user_id: viewer.id }, after: 0 };
  const { id } = await workflow.create(
    [stepFor(editor, { due_time: inMinutes(1), escalation })],
    owner.token,
  );
  const seq = await workflow.seq();
  const binder = workflow.path().split('/')[1];
  await service.call('POST', `/${binder}/removeuser`, { token: owner.token, json: { id: viewer.id } });
  service.clock.advance(MINUTE);
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, seq), [
    ['step_overdue', (await workflow.steps(id))[0]?.id, [editor.id, owner.id]],
  ]);
  const [step] = await workflow.steps(id);
  assert.deepEqual([step?.assignee.user_id, step?.escalation?.assignee.user_id], [editor.id, viewer.id]);

  const state = await workflow.state();
  const due_time = inMinutes(1);
  const wrong: [step: Record<string, unknown>, status: number, field: string][] = [
    [{ escalation: { ...escalation, assignee: { user_id: editor.id } } }, 400, 'escalation'],
    [{ due_time, escalation: { assignee: {}, after: 1 } }, 400, 'escalation.assignee'],
    [{ due_time, escalation: { assignee: { user_id: editor.id }, after: -1 } }, 400, 'escalation.after'],
    [{ due_time, escalation }, 412, 'escalation.assignee.user_id'],
  ];
  for (const [step, status, field] of wrong) {
    const json = { title: 'x', content: '', steps: [stepFor(editor, step)] };
    expectRefusal(await workflow.post(json), status, `steps[0].${field}`);
  }
  assert.deepEqual(await workflow.state(), state);
});

test('[TX-49] [TX-50] a moved due time of one step does not silence the other, and reopening announces what is overdue', async () => {
  const workflow = await open();
  const due_time = inMinutes(1);
  const { id, steps } = await workflow.create(
    [
      stepFor(editor),
      stepFor(viewer, { due_time, escalation: { assignee: { user_id: owner.id }, after: MINUTE } }),
    ],
    owner.token,
  );
  const [first = 0, second = 0] = steps;
  service.clock.advance(2 * MINUTE);
  await announceDueSteps(service.env);
  await workflow.update(id, { steps: [{ id: first, due_time: inMinutes(60) }] });
  const seq = await workflow.seq();
  assert.equal((await workflow.press(id, first, editor.token, 'decline')).status, 200);
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, seq), [['step_overdue', second, [viewer.id, owner.id]]]);
  assert.equal((await workflow.steps(id))[1]?.assignee.user_id, owner.id);

  const ends = { id: 'no', text: 'Reject', outcome: 'rejected' };
  const other = await workflow.create([stepFor(editor, { actions: [ends] }), stepFor(viewer)], owner.token, {
    due_time: inMinutes(5),
  });
  assert.equal((await workflow.press(other.id, other.steps[0], editor.token, 'no')).status, 200);
  service.clock.advance(5 * MINUTE);
  const before = await workflow.seq();
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, before), []);
  await workflow.update(other.id, { is_active: true });
  await announceDueSteps(service.env);
  assert.deepEqual(await announcedSince(workflow, before), [
    ['step_overdue', other.steps[0], [editor.id, owner.id]],
  ]);
});

test('[TX-49] a step that cannot be announced stops no other', async () => {
  const workflow = await open();
  const due = { due_time: inMinutes(1) };
  const broken = await workflow.create([stepFor(editor)], owner.token, due);
  const { steps } = await workflow.create([stepFor(editor)], owner.token, due);
  const { db } = service.env;
  // Imported archives may contain invalid reminders.
  await db.query(
    `UPDATE transaction_steps SET reminders = '["soon"]' WHERE id = $1::bigint AND transaction_id = $2::bigint`,
    [broken.steps[0], broken.id],
  );
  const seq = await workflow.seq();
  service.clock.advance(MINUTE);
  const failures: unknown[] = [];
  await announceDueSteps(service.env, (error) => failures.push(error));
  assert.equal(failures.length, 1);
  assert.deepEqual(await announcedSince(workflow, seq), [['step_overdue', steps[0], [editor.id, owner.id]]]);
  await db.query('UPDATE transaction_steps SET reminders = NULL WHERE transaction_id = $1::bigint', [
    broken.id,
  ]);
  await announceDueSteps(service.env);
});

test('[TX-50] an earlier state shows its due times', async () => {
  const workflow = await open();
  const { id, steps } = await workflow.create([stepFor(editor)], owner.token, { due_time: inMinutes(1) });
  const seq = await workflow.seq();
  const { due_time } = await transactionOf(workflow, id);
  service.clock.advance(MINUTE);
  await announceDueSteps(service.env);
  const overdueSeq = await workflow.seq();
  await workflow.update(id, { due_time: null });
  const asOf = async (at: number) =>
    (await service.call('GET', `${workflow.path(id)}?as_of=seq:${at}`, { token: owner.token })).body.data;
  assert.deepEqual([(await asOf(seq)).due_time, (await asOf(seq)).display_status], [due_time, undefined]);
  assert.equal((await asOf(overdueSeq)).display_status.text, 'Overdue');
  assert.equal((await asOf(overdueSeq)).steps[0].id, steps[0]);
});

test('[TX-48] [TX-50] impossible due times name their field, and nothing is half done', async () => {
  const workflow = await open();
  const { id, steps } = await workflow.create([stepFor(editor)], owner.token);
  const other = await workflow.create([stepFor(editor)], owner.token);
  const past = service.clock.now();
  const state = await workflow.state();
  const wrong: [body: Record<string, unknown>, field: string][] = [
    [{ due_time: past }, 'due_time'],
    [{ due_time: 'tomorrow' }, 'due_time'],
    [{ due_time: 1e300 }, 'due_time'],
    [{ due_time: inMinutes(1), reminders: [0] }, 'reminders[0]'],
    [{ due_time: inMinutes(1), reminders: [MINUTE, MINUTE] }, 'reminders'],
    [{ due_time: inMinutes(1), reminders: Array.from({ length: 11 }, (_, index) => index + 1) }, 'reminders'],
  ];
  for (const [body, field] of wrong) {
    const json = { title: 'x', content: '', steps: [stepFor(editor)], ...body };
    expectRefusal(await workflow.post(json), 400, field);
    expectRefusal(await workflow.update(id, body), 400, field);
    const stepField = `steps[0].${field}`;
    expectRefusal(
      await workflow.post({ title: 'x', content: '', steps: [stepFor(editor, body)] }),
      400,
      stepField,
    );
    expectRefusal(await workflow.update(id, { steps: [{ id: steps[0], ...body }] }), 400, stepField);
  }
  const foreign = { due_time: inMinutes(1), steps: [{ id: other.steps[0], due_time: inMinutes(1) }] };
  expectRefusal(await workflow.update(id, foreign), 404, 'steps[0].id');
  assert.equal((await workflow.update(id, { due_time: inMinutes(1) }, editor.token)).status, 403);
  assert.deepEqual(await workflow.state(), state);
});

test('[TX-49] [TX-52] [TX-56] reminders mention those who are awaited, and an escalation adds a person', async () => {
  const workflow = await open();
  const more = await service.make.user({
    orgId: owner.orgId,
    partner: { id: owner.partnerId, orgId: owner.orgId },
  });
  const binder = workflow.path().split('/')[1];
  await service.call('POST', `/${binder}/addorguser`, {
    token: owner.token,
    json: { users: [{ user: { id: more.id } }] },
  });
  const times = { due_time: inMinutes(2), reminders: [MINUTE] };
  const escalation = { assignee: { user_id: more.id }, after: MINUTE };
  const { id, steps } = await workflow.create([
    sharedStep([owner, editor, viewer], { required: 2, ...times, escalation }),
  ]);
  const [stepId = 0] = steps;
  await workflow.press(id, stepId, viewer.token);
  const seq = await workflow.seq();
  for (let minute = 0; minute < 3; minute++) {
    service.clock.advance(MINUTE);
    await Promise.all([announceDueSteps(service.env), announceDueSteps(service.env)]);
  }
  const entries = (await workflow.feed(seq)).map(({ kind, body }) => [kind, body.mentions ?? body.user_id]);
  assert.deepEqual(entries, [
    ['step_reminded', undefined],
    ['message_posted', [owner.id, editor.id]],
    ['step_overdue', undefined],
    ['message_posted', [owner.id, editor.id]],
    ['step_assignee_added', more.id],
    ['message_posted', [more.id, owner.id, editor.id]],
  ]);
  const [after] = await workflow.steps(id);
  assert.deepEqual(
    after?.assignees?.map(({ user_id }) => user_id),
    [owner.id, editor.id, viewer.id, more.id],
  );
  assert.equal((await workflow.press(id, stepId, more.token)).status, 200);
  assert.equal((await transactionOf(workflow, id)).outcome, 'completed');
});
