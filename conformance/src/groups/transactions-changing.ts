import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually } from '../eventually.ts';
import { data, done, refused, status } from '../expect.ts';
import { stepFor } from '../trial.ts';

const test = checks('transactions');

test('[TX-25] [TX-27] title, is_active and display_status are changed, and what is left out stays', async (t) => {
  const fixture = await t.binder();
  const { id, path } = await fixture.workflow([stepFor(t.viewer)]);
  const display_status = { text: 'Waiting', style: 'WARNING' };
  for (const change of [
    { title: 'New title' },
    { display_status },
    { is_active: false },
    { title: 'Both', is_active: true, content: 'ignored' },
  ]) {
    const { updated_time, ...before } = await fixture.transaction(id);
    done(await t.owner.post(path, change));
    const { updated_time: later, ...after } = await fixture.transaction(id);
    assert.deepEqual(after, { ...before, ...change, content: before.content });
    assert.ok(later > updated_time, 'a later updated_time');
  }
  for (const nothing of [{}, { content: 'x' }, { steps: [] }])
    refused(await t.owner.post(path, nothing), 400);
  refused(await t.owner.post(path, { title: '' }), 400, 'title');
  refused(await t.owner.post(path, { is_active: 'no' }), 400, 'is_active');
  assert.equal((await fixture.transaction(id)).title, 'Both');
});

test('[TX-26] display_status has one of four styles, and null takes it away', async (t) => {
  const fixture = await t.binder();
  const { id, path } = await fixture.workflow([stepFor(t.viewer)]);
  assert.ok(!('display_status' in (await fixture.transaction(id))), 'no display_status at first');
  for (const style of ['SUCCESS', 'INFO', 'WARNING', 'DANGER']) {
    done(await t.owner.post(path, { display_status: { text: 'x', style } }));
    assert.deepEqual((await fixture.transaction(id)).display_status, { text: 'x', style });
  }
  for (const style of ['success', 'BLUE', '', 7])
    refused(await t.owner.post(path, { display_status: { text: 'x', style } }), 400, 'display_status.style');
  done(await t.owner.post(path, { display_status: null }));
  assert.ok(!('display_status' in (await fixture.transaction(id))), 'no display_status');
});

test('[TX-48] [TX-50] due times are set, changed and removed, and a past one is refused', async (t) => {
  const fixture = await t.binder();
  const soon = Date.now() + 3_600_000;
  const due = { due_time: soon, reminders: [60_000] };
  const { id, path, steps } = await fixture.workflow([stepFor(t.viewer), stepFor(t.owner)]);
  done(await t.owner.post(path, due));
  const times = async () => {
    const transaction = await fixture.transaction(id);
    return [transaction, ...transaction.steps].map(({ due_time, reminders }) => ({ due_time, reminders }));
  };
  assert.deepEqual(await times(), [due, due, due]);
  const own = { due_time: soon + 1000, reminders: [1000] };
  done(await t.owner.post(path, { steps: [{ id: steps[1], ...own }] }));
  assert.deepEqual(await times(), [due, due, own]);
  refused(await t.owner.post(path, { due_time: 1 }), 400, 'due_time');
  refused(await t.owner.post(path, { steps: [{ id: steps[0], due_time: 1 }] }), 400, 'steps[0].due_time');
  done(await t.owner.post(path, { due_time: null, steps: [{ id: steps[1], due_time: null }] }));
  for (const { due_time } of await times()) assert.equal(due_time, undefined);
});

test('[TX-108] a due day is that of the transaction and its steps, and a time alone removes it', async (t) => {
  const fixture = await t.binder();
  const due_day = '2030-12-01';
  const { id, path } = await fixture.workflow([stepFor(t.viewer)]);
  const due = async () => {
    const { steps, ...transaction } = await fixture.transaction(id);
    const both = [transaction, ...steps].map((of) => [of.due_time, of.due_day]);
    assert.deepEqual(both[0], both[1]);
    return both[0];
  };
  const noon = Date.UTC(2030, 11, 1, 12);
  for (const [json, expected] of [
    [{ due_day }, [Date.UTC(2030, 11, 1, 23, 59), due_day]],
    [{ due_day, due_time: noon }, [noon, due_day]],
    [{ due_time: noon + 1 }, [noon + 1, undefined]],
    [{ due_day }, [Date.UTC(2030, 11, 1, 23, 59), due_day]],
    [{ due_time: null }, [undefined, undefined]],
  ] as const) {
    done(await t.owner.post(path, json));
    assert.deepEqual(await due(), expected);
  }
  refused(await t.owner.post(path, { due_day: 'soon' }), 400, 'due_day');
});

test('[TX-28] a transaction is active when made, and can be made inactive and active again', async (t) => {
  const fixture = await t.binder();
  const { id, path } = await fixture.workflow([stepFor(t.viewer)]);
  assert.equal((await fixture.transaction(id)).is_active, true);
  for (const is_active of [false, true]) {
    done(await t.owner.post(path, { is_active }));
    assert.deepEqual((await fixture.transaction(id)).is_active, is_active);
  }
});

test('[TX-29] the creator and the owner of the binder change and delete, nobody else', async (t) => {
  const fixture = await t.binder();
  const byOwner = await fixture.workflow([stepFor(t.viewer)]);
  const byEditor = await fixture.workflow([stepFor(t.viewer)], t.editor);
  for (const person of [t.editor, t.viewer, t.sameOrg]) {
    refused(await person.post(byOwner.path, { title: 'x' }), 403);
    refused(await person.delete(byOwner.path), 403);
  }
  done(await t.editor.post(byEditor.path, { title: 'x' }));
  done(await t.owner.post(byEditor.path, { title: 'y' }));
  done(await t.editor.delete(byEditor.path));
});

test('[TX-30] [TX-31] a deleted transaction is 404 in every call, and its making stays in the log', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([stepFor(t.viewer)]);
  const before = await fixture.entries();
  done(await t.owner.delete(path));
  refused(await t.owner.get(path), 404);
  refused(await t.owner.post(path, { title: 'x' }), 404);
  refused(await t.owner.delete(path), 404);
  refused(await t.viewer.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }), 404);
  assert.ok(!(await fixture.transactions()).some((each) => each.id === id), 'a list without it');
  const after = await fixture.entries();
  assert.deepEqual(after.slice(0, before.length), before);
  assert.ok(after.length > before.length, 'an entry that tells of the deletion');
});

type StepLink = { url: string; token: string; created_time: number; expires_time: number };
const ANNOUNCED_WITHIN_SECONDS = 20;

test('[TX-43] [TX-44] the creator and the owner assign an open step to another member, and the log has both people', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer), stepFor(t.owner)], t.editor);
  const path = `${createdTransaction.path}/steps/${createdTransaction.steps[0]}/assignee`;
  for (const person of [t.viewer, t.sameOrg]) refused(await person.post(path, { user_id: t.owner.id }), 403);
  refused(await t.owner.post(path, {}), 400);
  refused(await t.owner.post(path, { user_id: t.sameOrg.id }), 412, 'user_id');
  const link = await t.viewer.post(
    `${createdTransaction.path}/steps/${createdTransaction.steps[0]}/link`,
    {},
  );
  const { token } = data<StepLink>(link);
  const seen = () => t.nobody.send('GET', '/steplink', { headers: { authorization: `Bearer ${token}` } });
  status(await seen(), 200);
  done(await t.editor.post(path, { user_id: t.owner.id }));
  status(await seen(), 401);
  done(await t.owner.post(path, { unique_id: t.editor.uniqueId, org_id: t.editor.orgId }));
  const [step] = (await fixture.transaction(createdTransaction.id)).steps;
  assert.equal(step?.assignee.user_id, t.editor.id);
  const press = { click_button_id: 'approve' };
  const byLink = { headers: { authorization: `Bearer ${token}` } };
  refused(await t.nobody.send('POST', '/steplink', { ...byLink, json: press }), 401);
  refused(await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, press), 403);
  done(await t.owner.post(path, { user_id: t.viewer.id }));
  status(await seen(), 401);
  done(await t.owner.post(path, { user_id: t.editor.id }));
  const bodies = (await fixture.entries()).filter(({ kind }) => kind === 'step_reassigned');
  assert.deepEqual(
    bodies.map(({ body }) => [body.previous_user_id, body.user_id]),
    [
      [t.viewer.id, t.owner.id],
      [t.owner.id, t.editor.id],
      [t.editor.id, t.viewer.id],
      [t.viewer.id, t.editor.id],
    ],
  );
  const later = `${createdTransaction.path}/steps/${createdTransaction.steps[1]}/assignee`;
  done(await t.editor.post(later, { user_id: t.editor.id }));
  done(await t.owner.post(createdTransaction.path, { is_active: false }));
  done(await t.editor.post(later, { user_id: t.owner.id }));
  done(await t.owner.post(createdTransaction.path, { is_active: true }));
  done(await t.editor.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, press));
  refused(await t.editor.post(path, { user_id: t.owner.id }), 409);
  for (const missing of [
    `${createdTransaction.path}/steps/9999`,
    `${fixture.path}/transactions/9999/steps/${createdTransaction.steps[1]}`,
  ])
    refused(await t.editor.post(`${missing}/assignee`, { user_id: t.editor.id }), 404);
  const no = [{ id: 'no', text: 'No', outcome: 'rejected' }];
  const aside = [stepFor(t.owner, { actions: no, order_number: 1 }), stepFor(t.viewer, { order_number: 1 })];
  const ended = await fixture.workflow(aside, t.editor);
  done(await t.owner.post(`${ended.path}/steps/${ended.steps[0]}`, { click_button_id: 'no' }));
  refused(
    await t.editor.post(`${ended.path}/steps/${ended.steps[1]}/assignee`, { user_id: t.owner.id }),
    412,
  );
  done(await t.owner.delete(createdTransaction.path));
  refused(await t.editor.post(later, { user_id: t.owner.id }), 404);
});

test('[TX-46] [TODO-15] a step and a to-do of somebody who is removed say so, and creator and owner are named in the chat', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)], t.editor);
  const json = { name: 'Call back', assignee_id: t.viewer.id };
  status(await t.editor.post(`${fixture.path}/todos`, json), 200);
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
  const [step] = (await fixture.transaction(createdTransaction.id)).steps;
  assert.equal(step?.assignee.unavailable, 'left');
  const kinds = ['step_assignee_unavailable', 'todo_assignee_unavailable'];
  const entries = await eventually(
    ANNOUNCED_WITHIN_SECONDS,
    () => fixture.entries(),
    (all) => kinds.every((kind) => all.some((each) => each.kind === kind)),
  );
  for (const kind of kinds)
    assert.ok(
      entries.some((each) => each.kind === kind),
      `an entry ${kind}`,
    );
  const mentions = entries.filter(({ body }) => Array.isArray(body.mentions));
  assert.equal(mentions.length, 2);
  for (const { body } of mentions) assert.deepEqual(body.mentions, [t.editor.id, t.owner.id]);
});
