import assert from 'node:assert/strict';
import type { Notification, Step, WaitingStep } from '@ringbinder/protocol';
import { type Answer, adminOf, type Cast, type CreatedUser, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { announceDepartures } from '../assignments/index.ts';
import { activity } from '../home/index.ts';
import { erasures } from '../personal-data/index.ts';
import { checkReceiptFile } from '../receipts/index.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from '../transactions/testing/workflow.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let cast: Cast;
let workflow: Workflow;
let owner: CreatedUser;
let ann: CreatedUser;
let ben: CreatedUser;
let cleo: CreatedUser;
beforeEach(async () => {
  cast = await service.make.cast();
  ({ owner } = cast);
  workflow = createWorkflow(service, cast);
  [ann, ben, cleo] = await Promise.all([newPerson('Ann'), newPerson('Ben'), newPerson('Cleo')]);
});

const now = () => service.env.clock.now();

async function outsider(name: string): Promise<CreatedUser> {
  const person = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await service.env.db.query('UPDATE users SET name = $2 WHERE id = $1', [person.id, name]);
  return { ...person, name };
}

async function newPerson(name: string): Promise<CreatedUser> {
  const person = await outsider(name);
  const json = { users: [{ user: { id: person.id } }] };
  const { status, body } = await service.call('POST', `/${cast.binderId}/addorguser`, {
    token: owner.token,
    json,
  });
  assert.equal(status, 200, body.message);
  return person;
}

const delegate = (from: CreatedUser, to: { id: string }, more: object = {}): Promise<Answer> =>
  service.call('POST', '/me/delegations', {
    token: from.token,
    json: { to: { user_id: to.id }, ends: now() + 14 * DAY_MS, ...more },
  });

async function createDelegation(from: CreatedUser, to: { id: string }, more: object = {}): Promise<number> {
  const { status, body } = await delegate(from, to, more);
  assert.equal(status, 200, body.message);
  return body.data.id;
}

const press = (id: number, stepId: number | undefined, by: CreatedUser, more: object = {}) =>
  service.call('POST', workflow.path(id, stepId ?? 0), {
    token: by.token,
    json: { click_button_id: 'approve', ...more },
  });
const expectStatus = ({ status, body }: Answer, expected: number) =>
  assert.equal(status, expected, JSON.stringify(body));
const remove = (from: CreatedUser, id: number) =>
  service.call('DELETE', `/me/delegations/${id}`, { token: from.token });
const waitingOf = async ({ token }: CreatedUser): Promise<WaitingStep[]> =>
  (await service.call('GET', '/me/steps', { token })).body.data.steps;
const first = async (id: number): Promise<Step> => {
  const [step] = await workflow.steps(id);
  assert.ok(step);
  return step;
};

test('[TX-59] a delegate presses for a person while it runs, and all records name both', async () => {
  const { id, steps } = await workflow.create([stepFor(ann)]);
  expectStatus(await press(id, steps[0], ben), 403);
  const delegation = await delegate(ann, ben);
  expectStatus(delegation, 200);
  const { user, to, starts, ends } = delegation.body.data;
  assert.deepEqual(
    [user, to],
    [
      { id: ann.id, name: 'Ann' },
      { id: ben.id, name: 'Ben' },
    ],
  );
  const [absence] = (await first(id)).assignee.absences ?? [];
  assert.deepEqual(absence, { starts_time: starts, ends_time: ends, delegate: { id: ben.id, name: 'Ben' } });
  const [item] = await waitingOf(ben);
  assert.deepEqual([item?.step.id, item?.for], [steps[0], { id: ann.id, name: 'Ann' }]);
  assert.equal((await waitingOf(ann))[0]?.for, undefined);

  const seq = await workflow.seq();
  expectStatus(await press(id, steps[0], ben, { for_user_id: ann.id, comment: 'While Ann is away' }), 200);
  const step = await first(id);
  assert.equal(step.status, 'completed');
  assert.deepEqual([step.assignee.user_id, step.assignee.pressed_by], [ann.id, { id: ben.id, name: 'Ben' }]);
  assert.equal(step.assignee.absences, undefined);
  const entry = (await workflow.feed(seq)).find(({ kind }) => kind === 'step_completed');
  assert.equal(entry?.actor.id, ben.id);
  assert.deepEqual([entry?.body.for_user_id, entry?.body.for_name], [ann.id, 'Ann']);
  expectStatus(await press(id, steps[0], ann), 409);
  assert.deepEqual([await waitingOf(ann), await waitingOf(ben)], [[], []]);

  const audit = await service.call('GET', `${workflow.path(id)}/audit`, { token: owner.token });
  const pressed = audit.body.data.entries.find(({ kind }: { kind: string }) => kind === 'step_completed');
  assert.deepEqual([pressed.actor.name, pressed.body.for_name], ['Ben', 'Ann']);
});

test('[TX-59] the press needs a running delegation at its moment', async () => {
  const { id, steps } = await workflow.create([stepFor(ann), stepFor(ann)]);
  const planned = await createDelegation(ann, ben, { starts: now() + DAY_MS, ends: now() + 2 * DAY_MS });
  expectStatus(await press(id, steps[0], ben), 403);
  assert.deepEqual(await waitingOf(ben), []);
  expectStatus(await remove(ann, planned), 200);
  const running = await createDelegation(ann, ben);
  expectStatus(await press(id, steps[0], ben), 200);
  await service.env.db.query('UPDATE delegations SET ends_at = $2 WHERE id = $1', [running, now()]);
  expectStatus(await press(id, steps[1], ben), 403);
  assert.deepEqual(await waitingOf(ben), []);
  expectStatus(await press(id, steps[1], ann), 200);
});

test('[TX-59] gives no access to a binder, is not passed on, and ends with the membership of the person', async () => {
  const eve = await outsider('Eve');
  const { id, steps } = await workflow.create([stepFor(ann), stepFor(ben)]);
  await createDelegation(ann, eve);
  expectStatus(await press(id, steps[0], eve), 403);
  assert.deepEqual(await waitingOf(eve), []);
  assert.equal((await first(id)).assignee.absences?.[0]?.delegate, undefined, 'no name of a person outside');
  await createDelegation(ben, cleo);
  const [own] = (await service.call('GET', '/me/delegations', { token: ann.token })).body.data.delegations;
  expectStatus(await remove(ann, own.id), 200);
  await createDelegation(ann, ben);
  expectStatus(await press(id, steps[0], cleo), 403);
  const json = { id: ann.id };
  expectStatus(await service.call('POST', `/${cast.binderId}/removeuser`, { token: owner.token, json }), 200);
  expectStatus(await press(id, steps[0], ben), 403);
  assert.deepEqual((await waitingOf(ben)).length, 0);
});

test('[TX-59] a delegate of several assignees names one, and has one press in a step', async () => {
  const { id, steps } = await workflow.create([sharedStep([ann, cleo, owner], { required: 2 })]);
  await createDelegation(ann, ben);
  await createDelegation(cleo, ben);
  assert.equal((await waitingOf(ben)).length, 1);
  expectRefusal(await press(id, steps[0], ben), 400, 'for_user_id');
  expectStatus(await press(id, steps[0], ben, { for_user_id: owner.id }), 403);
  expectStatus(await press(id, steps[0], ben, { for_user_id: cleo.id }), 200);
  assert.deepEqual(await waitingOf(ben), []);
  expectStatus(await press(id, steps[0], ben, { for_user_id: ann.id }), 409);
  expectStatus(await press(id, steps[0], cleo), 409);
  const half = await first(id);
  assert.deepEqual(
    half.assignees?.map(({ pressed, pressed_by }) => [pressed !== undefined, pressed_by?.id]),
    [
      [false, undefined],
      [true, ben.id],
      [false, undefined],
    ],
  );
  expectStatus(await press(id, steps[0], ann), 200);
  assert.equal((await first(id)).status, 'completed');
});

test('[TX-59] an assignee presses for no other one', async () => {
  const { id, steps } = await workflow.create([
    sharedStep([ann, ben], { required: 'all', actions: [APPROVE] }),
  ]);
  await createDelegation(ann, ben);
  expectStatus(await press(id, steps[0], ben, { for_user_id: ann.id }), 403);
  expectStatus(await press(id, steps[0], ben), 200);
  expectStatus(await press(id, steps[0], ben, { for_user_id: ann.id }), 403);
  assert.deepEqual(await waitingOf(ben), []);
  expectStatus(await press(id, steps[0], ann), 200);
  assert.equal((await workflow.get(id)).body.data.outcome, 'completed');
});

const APPROVE = { id: 'approve', text: 'Approve' };

test('[TX-60] not_creator and distinct_from exclude the delegate and the person', async () => {
  await createDelegation(ann, ben);
  const own = await workflow.create([stepFor(ann, { not_creator: true })], ben.token);
  expectStatus(await press(own.id, own.steps[0], ben), 403);
  const { id, steps } = await workflow.create([
    stepFor(ann),
    sharedStep([ann, ben, cleo, owner], { distinct_from: [1], actions: [APPROVE] }),
  ]);
  expectStatus(await press(id, steps[0], ben), 200);
  const second = (await workflow.steps(id))[1];
  assert.deepEqual(
    second?.assignees?.map(({ excluded }) => excluded ?? false),
    [true, true, false, false],
  );
  expectStatus(await press(id, steps[1], ben), 403);
  expectStatus(await press(id, steps[1], ann), 403);
  expectStatus(await press(id, steps[1], cleo), 200);
});

test('[TX-60] a press that would leave nobody for a later step is refused and stores nothing', async () => {
  await createDelegation(ann, ben);
  const { id, steps } = await workflow.create([stepFor(ann), stepFor(ben, { distinct_from: [1] })]);
  const before = await workflow.state();
  const { status, body } = await press(id, steps[0], ben);
  assert.equal(status, 412, JSON.stringify(body));
  assert.match(body.message, /distinct_from/);
  assert.deepEqual(await workflow.state(), before);
  expectStatus(await press(id, steps[0], ann), 200);
  expectStatus(await press(id, steps[1], ben), 200);
});

test('[TX-60] reopening removes the press with its delegate', async () => {
  await createDelegation(ann, ben);
  const reject = { ...APPROVE, outcome: 'rejected' };
  const { id, steps } = await workflow.create([stepFor(ann, { actions: [reject] })]);
  expectStatus(await press(id, steps[0], ben), 200);
  expectStatus(await workflow.update(id, { is_active: true }), 200);
  const step = await first(id);
  assert.deepEqual([step.status, step.assignee.pressed_by], ['current', undefined]);
  expectStatus(await press(id, steps[0], ann), 200);
  assert.equal((await first(id)).assignee.pressed_by, undefined);
});

test('[TX-60] the delegate of a press that an earlier release removed does not count', async () => {
  await createDelegation(ann, ben);
  const { id, steps } = await workflow.create([
    stepFor(ann),
    sharedStep([ben, cleo], { distinct_from: [1], actions: [APPROVE] }),
  ]);
  await service.env.db.query(
    'UPDATE transaction_steps SET delegates = jsonb_build_object($3::text, $4::text) WHERE binder_id = $1 AND id = $2',
    [cast.binderId, steps[0], ann.id, ben.id],
  );
  assert.equal((await first(id)).assignee.pressed_by, undefined);
  expectStatus(await press(id, steps[0], ann), 200);
  assert.equal((await first(id)).assignee.pressed_by, undefined);
  expectStatus(await press(id, steps[1], ben), 200);
});

test('[TX-60] a step is not reassigned to a person who has pressed in it for another one', async () => {
  const { id, steps } = await workflow.create([
    sharedStep([ann, cleo], { required: 'all', actions: [APPROVE] }),
  ]);
  await createDelegation(ann, ben);
  expectStatus(await press(id, steps[0], ben), 200);
  const json = { user_id: ben.id, previous_user_id: cleo.id };
  const path = `${workflow.path(id, steps[0])}/assignee`;
  expectRefusal(await service.call('POST', path, { token: owner.token, json }), 412, 'user_id');
  expectStatus(await press(id, steps[0], cleo), 200);
});

test('[TX-61] presses at the same time as the end of the delegation come before it or are refused', async () => {
  for (let round = 0; round < 10; round++) {
    const delegation = await createDelegation(ann, ben);
    const { id, steps } = await workflow.create([stepFor(ann)]);
    const [pressed, removed] = await Promise.all([press(id, steps[0], ben), remove(ann, delegation)]);
    expectStatus(removed, 200);
    assert.ok(pressed.status === 200 || pressed.status === 403, JSON.stringify(pressed.body));
    const step = await first(id);
    assert.equal(step.status, pressed.status === 200 ? 'completed' : 'current');
    if (pressed.status === 403) expectStatus(await press(id, steps[0], ben), 403);
  }
});

test('[TX-61] of a person and a delegate who press at once exactly one does', async () => {
  await createDelegation(ann, ben);
  for (let round = 0; round < 10; round++) {
    const { id, steps } = await workflow.create([stepFor(ann)]);
    const answers = await Promise.all([press(id, steps[0], ann), press(id, steps[0], ben)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const { assignee } = await first(id);
    assert.equal(assignee.pressed_by?.id, answers[1]?.status === 200 ? ben.id : undefined);
  }
});

test('[TX-62] refuses what is never possible, naming the field', async () => {
  const elsewhere = (await service.make.cast()).owner;
  const at = now();
  const cases: [object, number, string][] = [
    [{ to: { user_id: ann.id } }, 400, 'to.user_id'],
    [{ to: { user_id: elsewhere.id } }, 412, 'to.user_id'],
    [{ to: {} }, 400, 'to.user_id'],
    [{ starts: at - DAY_MS }, 400, 'starts'],
    [{ starts: at + 367 * DAY_MS, ends: at + 368 * DAY_MS }, 400, 'starts'],
    [{ starts: at + DAY_MS, ends: at + DAY_MS }, 400, 'ends'],
    [{ ends: at - 1 }, 400, 'ends'],
    [{ ends: at + 400 * DAY_MS }, 400, 'ends'],
    [{ ends: '2026' }, 400, 'ends'],
    [{ ends: undefined }, 400, 'ends'],
  ];
  for (const [more, status, field] of cases)
    expectRefusal(await delegate(ann, ben, more), status, field, JSON.stringify(more));
  const { body } = await service.call('GET', '/me/delegations', { token: ann.token });
  assert.deepEqual(body.data, { delegations: [], received: [] });
});

test('[TX-62] refuses circles, overlaps, and more than 20', async () => {
  await createDelegation(ann, ben);
  expectRefusal(await delegate(ben, ann), 412, 'to.user_id');
  await createDelegation(ben, cleo);
  expectRefusal(await delegate(cleo, ann), 412, 'to.user_id');
  const later = now() + 20 * DAY_MS;
  await createDelegation(ben, ann, { starts: later, ends: later + DAY_MS });
  expectRefusal(await delegate(ann, cleo), 412, 'starts');
  for (let index = 1; index < 20; index++)
    await createDelegation(ann, cleo, { starts: later + index * DAY_MS, ends: later + (index + 1) * DAY_MS });
  expectRefusal(
    await delegate(ann, cleo, { starts: later + 30 * DAY_MS, ends: later + 31 * DAY_MS }),
    412,
    'starts',
  );
});

test('[TX-62] of two delegations that would form a circle one is created', async () => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([delegate(ann, ben), delegate(ben, ann)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412]);
    const index = answers.findIndex(({ status }) => status === 200);
    expectStatus(await remove(index === 0 ? ann : ben, answers[index]?.body.data.id), 200);
  }
});

test('[TX-62] refuses more than 20 creations within a day', async () => {
  for (let round = 0; round < 20; round++)
    expectStatus(await remove(ann, await createDelegation(ann, ben)), 200);
  const refused = await delegate(ann, ben);
  expectStatus(refused, 429);
  assert.match(refused.body.message, /within a day/);
  await createDelegation(cleo, ben);
});

test('[TX-62] an admin is no delegate by their own act, and the person is told of one by an admin', async () => {
  const admin = await adminOf(service, ann);
  const path = `/orgs/${ann.orgId}/users/${ann.id}/delegations`;
  const json = { to: { user_id: admin.id }, ends: now() + DAY_MS };
  expectRefusal(await service.call('POST', path, { token: admin.token, json }), 412, 'to.user_id');
  await workflow.create([stepFor(ann)]);
  await catchUpAll(service.env, activity);
  const created = await service.call('POST', path, {
    token: admin.token,
    json: { ...json, to: { user_id: ben.id } },
  });
  expectStatus(created, 200);
  assert.equal(created.body.data.created_by.id, admin.id);
  await announceDepartures(service.env);
  await catchUpAll(service.env, activity);
  const { data } = (await service.call('GET', '/me/notifications', { token: ann.token })).body;
  const mentions = data.notifications.filter(({ type }: Notification) => type === 'mention');
  assert.deepEqual(
    mentions.map(({ message }: Notification) => message?.text),
    ['An admin has changed who answers your approvals for a time. “Waiting for me” shows it.'],
  );
});

test('[TX-62] only the person and admins of the org see and change the delegations of a person', async () => {
  const admin = await adminOf(service, ann);
  const path = `/orgs/${ann.orgId}/users/${ann.id}/delegations`;
  const json = { to: { user_id: ben.id }, ends: now() + DAY_MS };
  expectStatus(await service.call('POST', path, { token: ben.token, json }), 403);
  const created = await service.call('POST', path, { token: admin.token, json });
  expectStatus(created, 200);
  const { id } = created.body.data;
  expectStatus(await service.call('GET', path, { token: cleo.token }), 403);
  const { data } = (await service.call('GET', path, { token: admin.token })).body;
  assert.deepEqual(
    data.delegations.map((each: { id: number }) => each.id),
    [id],
  );
  const received = (await service.call('GET', '/me/delegations', { token: ben.token })).body.data;
  assert.deepEqual([received.delegations.length, received.received[0].user.id], [0, ann.id]);
  expectStatus(await remove(ben, id), 404);
  expectStatus(await service.call('DELETE', `${path}/${id}`, { token: ben.token }), 403);
  const other = `/orgs/${ann.orgId}/users/${cleo.id}/delegations/${id}`;
  expectStatus(await service.call('DELETE', other, { token: admin.token }), 404);
  expectStatus(await service.call('DELETE', `${path}/${id}`, { token: admin.token }), 200);
  const audit = await service.call('GET', `/orgs/${ann.orgId}/audit?limit=2`, { token: admin.token });
  assert.deepEqual(
    audit.body.data.entries.map((entry: { action: string; target: string }) => [entry.action, entry.target]),
    [
      ['delegation.delete', ann.id],
      ['delegation.create', ann.id],
    ],
  );
});

test('[TX-63] the log announces an absence in the binders of open steps, and delegates are notified', async () => {
  const open = await workflow.create([stepFor(ann)]);
  await catchUpAll(service.env, activity);
  const seq = await workflow.seq();
  const id = await createDelegation(ann, ben);
  await announceDepartures(service.env);
  const changes = (await workflow.feed(seq)).filter(({ kind }) => kind === 'step_absence_changed');
  assert.deepEqual(
    changes.map(({ body }) => [body.id, body.transaction_id, body.user_id]),
    [[open.steps[0], open.id, ann.id]],
  );
  const { id: next } = await workflow.create([stepFor(ann)]);
  await catchUpAll(service.env, activity);
  const notifications: Notification[] = (await service.call('GET', '/me/notifications', { token: ben.token }))
    .body.data.notifications;
  const waiting = notifications.filter(({ type }) => type === 'approval_waiting');
  assert.deepEqual(
    waiting.map(({ transaction, for: represented, read_time }) => [
      transaction?.id,
      represented?.name,
      read_time === undefined,
    ]),
    [
      [next, 'Ann', true],
      [open.id, 'Ann', true],
    ],
  );
  expectStatus(await remove(ann, id), 200);
  await announceDepartures(service.env);
  assert.equal((await workflow.feed(seq)).filter(({ kind }) => kind === 'step_absence_changed').length, 3);
});

test('[TX-63] the log has one entry for each transaction in which it is the turn of the person', async () => {
  const open = await workflow.create([1, 1, 9].map((order) => stepFor(ann, { order_number: order })));
  const inactive = await workflow.create([stepFor(ann)]);
  expectStatus(await workflow.update(inactive.id, { is_active: false }), 200);
  const seq = await workflow.seq();
  await createDelegation(ann, ben);
  await announceDepartures(service.env);
  const changes = (await workflow.feed(seq)).filter(({ kind }) => kind === 'step_absence_changed');
  assert.deepEqual(
    changes.map(({ body }) => body.transaction_id),
    [open.id],
  );
});

test('[TX-63] absences name no delegate who cannot press, and notifications end with the delegation', async () => {
  const { id } = await workflow.create([stepFor(ann, { not_creator: true })], ben.token);
  await createDelegation(ann, ben);
  const [absence] = (await first(id)).assignee.absences ?? [];
  assert.deepEqual([absence !== undefined, absence?.delegate], [true, undefined]);
  const other = await workflow.create([stepFor(cleo)]);
  const delegation = await createDelegation(cleo, ben);
  await announceDepartures(service.env);
  await catchUpAll(service.env, activity);
  const unread = async () =>
    (await service.call('GET', '/me/notifications', { token: ben.token })).body.data.notifications
      .filter(({ type }: Notification) => type === 'approval_waiting')
      .map((item: Notification) => [item.transaction?.id, item.for?.id, item.read_time === undefined]);
  assert.deepEqual(await unread(), [[other.id, cleo.id, true]]);
  await service.env.db.query('UPDATE delegations SET ends_at = $2 WHERE id = $1', [delegation, now()]);
  assert.deepEqual(await unread(), [[other.id, undefined, false]]);
});

test('[TX-63] an absence ends by the clock of the service, which a sandbox moves', async () => {
  const { id } = await workflow.create([stepFor(ann)]);
  await createDelegation(ann, ben, { ends: now() + 60_000 });
  assert.equal((await first(id)).assignee.absences?.length, 1);
  service.clock.advance(60_000);
  assert.equal((await first(id)).assignee.absences, undefined);
});

test('[TX-63] a person who has left has no delegate who is notified', async () => {
  const { id } = await workflow.create([stepFor(ann)]);
  await createDelegation(ann, ben);
  await service.env.db.query('DELETE FROM binder_members WHERE binder_id = $1 AND user_id = $2', [
    cast.binderId,
    ann.id,
  ]);
  await announceDepartures(service.env);
  await catchUpAll(service.env, activity);
  const { data } = (await service.call('GET', '/me/notifications', { token: ben.token })).body;
  assert.ok(data.notifications.every(({ transaction }: Notification) => transaction?.id !== id));
});

test('[TX-59] the receipt names both people, and its check compares the delegate with the log', async () => {
  await createDelegation(ann, ben);
  await createDelegation(cleo, ben);
  const { id, steps } = await workflow.create([
    stepFor(ann),
    sharedStep([cleo, owner], { required: 'all', actions: [APPROVE] }),
  ]);
  expectStatus(await press(id, steps[0], ben), 200);
  expectStatus(await press(id, steps[1], owner), 200);
  expectStatus(await press(id, steps[1], ben), 200);
  const answer = await fetch(`${service.origin}/v1${workflow.path(id)}/receipt`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const file = await answer.text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  const { steps: shown = [] } = check?.payload.transaction ?? {};
  assert.deepEqual(shown[0]?.pressed_by, { id: ben.id, name: 'Ben' });
  assert.deepEqual(
    shown[1]?.presses?.map(({ name, pressed_by }) => [name, pressed_by?.name]),
    [
      [owner.name, undefined],
      ['Cleo', 'Ben'],
    ],
  );
  assert.ok(file.includes('pressed “Approve” for “Ann”'));
  assert.ok(file.includes('Answered by Ben'));

  // The receipt's steps come from the database. The log names the represented person.
  const { db } = service.env;
  const receiptChecks = async () => {
    const again = await fetch(`${service.origin}/v1${workflow.path(id)}/receipt`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    return (await checkReceiptFile(await again.text()))?.checks.find(({ name }) => name === 'steps')?.passed;
  };
  assert.equal(await receiptChecks(), true);
  const moveTo = (personId: string) =>
    db.query(
      `UPDATE transaction_steps SET assignee_id = $3, delegates = jsonb_build_object($3::text, $4::text)
       WHERE binder_id = $1 AND id = $2`,
      [cast.binderId, steps[0], personId, ben.id],
    );
  await moveTo(cleo.id);
  assert.equal(await receiptChecks(), false, 'the assignee of a step was changed');
  await moveTo(ann.id);
  assert.equal(await receiptChecks(), true);
  await db.query(
    `UPDATE transaction_steps SET assignee_id = $4, assignee_ids = array_replace(assignee_ids, $3::text, $4::text),
       presses = presses - $3::text || jsonb_build_object($4::text, presses->$3::text),
       delegates = jsonb_build_object($4::text, delegates->>$3::text) WHERE binder_id = $1 AND id = $2`,
    [cast.binderId, steps[1], cleo.id, ann.id],
  );
  assert.equal(await receiptChecks(), false, 'the person of a press was changed');
});

test('[GDPR-3] an erasure removes the delegations of a person, and the name for which a delegate pressed', async () => {
  await createDelegation(ann, ben);
  await createDelegation(cleo, ann, { starts: now() + DAY_MS, ends: now() + 2 * DAY_MS });
  const { id, steps } = await workflow.create([stepFor(ann)]);
  expectStatus(await press(id, steps[0], ben), 200);
  const admin = await adminOf(service, ann);
  const path = `/orgs/${ann.orgId}/users/${ann.id}`;
  expectStatus(await service.call('POST', path, { token: admin.token, json: { disabled: true } }), 200);
  expectStatus(await service.call('POST', `${path}/erase`, { token: admin.token, json: {} }), 200);
  await erasures.work(service.env);
  const entry = (await workflow.feed()).find(({ kind }) => kind === 'step_completed');
  assert.deepEqual([entry?.body.for_user_id, entry?.body.for_name], [ann.id, '']);
  for (const person of [ben, cleo]) {
    const { data } = (await service.call('GET', '/me/delegations', { token: person.token })).body;
    assert.deepEqual(data, { delegations: [], received: [] });
  }
});

test('[TIME-8] [TX-59] a read of an earlier state shows who pressed for whom', async () => {
  await createDelegation(ann, ben);
  const { id, steps } = await workflow.create([stepFor(ann)]);
  expectStatus(await press(id, steps[0], ben), 200);
  const seq = await workflow.seq();
  const past = await service.call('GET', `${workflow.path(id)}?as_of=seq:${seq}`, { token: owner.token });
  assert.deepEqual(past.body.data.steps[0].assignee.pressed_by, { id: ben.id, name: 'Ben' });
  const before = await service.call('GET', `${workflow.path(id)}?as_of=seq:1`, { token: owner.token });
  assert.notEqual(before.status, 200);
});
