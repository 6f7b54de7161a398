import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor } from '../trial.ts';

const test = checks('transactions');

const approve = { id: 'approve', text: 'Approve' };
const reject = { id: 'reject', text: 'Reject', outcome: 'rejected' };

const sharedStep = (people: readonly Person[], more: object = {}) => ({
  assignees: people.map(({ id }) => ({ user_id: id })),
  actions: [approve, reject],
  ...more,
});

test('[TX-53] two of three people complete a step', async (t) => {
  const fixture = await t.binder();
  const people = [t.owner, t.editor, t.viewer];
  const { id, path, steps } = await fixture.workflow([sharedStep(people, { required: 2 })]);
  const press = (person: Person) => person.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' });
  const read = async () => (await fixture.transaction(id)).steps[0];
  refused(await press(t.sameOrg), 403);
  done(await press(t.viewer));
  refused(await press(t.viewer), 409);
  const half = await read();
  assert.deepEqual([half?.status, half?.pressed_count], ['current', 1]);
  assert.deepEqual(
    half?.assignees?.map(({ user_id, pressed }) => [user_id, pressed !== undefined]),
    people.map((person) => [person.id, person === t.viewer]),
  );
  done(await press(t.owner));
  refused(await press(t.editor), 409);
  assert.equal((await read())?.status, 'completed');
  assert.equal((await fixture.transaction(id)).outcome, 'completed');
});

test('[TX-54] a veto ends a step at once', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([sharedStep([t.owner, t.viewer], { required: 'all' })]);
  done(await t.viewer.post(`${path}/steps/${steps[0]}`, { click_button_id: 'reject' }));
  assert.equal((await fixture.transaction(id)).outcome, 'rejected');
  const two = [approve, { id: 'decline', text: 'Decline' }];
  const impossible = sharedStep([t.owner, t.viewer], { required: 2, actions: two });
  const input = { title: 'Impossible', content: '', steps: [impossible] };
  refused(await t.owner.post(`${fixture.path}/transactions`, input), 400, 'steps[0].required');
});

test('[TX-55] who pressed in a step may not press in one that is distinct from it', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([
    sharedStep([t.editor, t.viewer]),
    sharedStep([t.owner, t.editor, t.viewer], { distinct_from: [1], not_creator: true }),
  ]);
  const press = (person: Person, index: number) =>
    person.post(`${path}/steps/${steps[index]}`, { click_button_id: 'approve' });
  done(await press(t.viewer, 0));
  const second = (await fixture.transaction(id)).steps[1];
  assert.deepEqual(
    second?.assignees?.map(({ excluded }) => excluded === true),
    [true, false, true],
  );
  refused(await press(t.owner, 1), 403);
  refused(await press(t.viewer, 1), 403);
  done(await press(t.editor, 1));
});

test('[TX-56] one of several assignees is replaced', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([sharedStep([t.owner, t.viewer]), stepFor(t.owner)]);
  const assignee = `${path}/steps/${steps[0]}/assignee`;
  refused(await t.owner.post(assignee, { user_id: t.editor.id }), 400, 'previous_user_id');
  done(await t.owner.post(assignee, { user_id: t.editor.id, previous_user_id: t.viewer.id }));
  const [step] = (await fixture.transaction(id)).steps;
  assert.deepEqual(
    step?.assignees?.map(({ user_id }) => user_id),
    [t.owner.id, t.editor.id],
  );
  const link = data<{ token: string }>(await t.editor.post(`${path}/steps/${steps[0]}/link`, {}));
  const headers = { authorization: `Bearer ${link.token}` };
  const shown = data<{ user: { id: string } }>(await t.nobody.send('GET', '/steplink', { headers }));
  assert.equal(shown.user.id, t.editor.id);
});

test('[TX-57] observers are shown, and cannot press', async (t) => {
  const fixture = await t.binder();
  const input = { title: 'With observers', content: '', steps: [stepFor(t.viewer)] };
  const observers = [{ user_id: t.editor.id }];
  const made = data<{ transaction_id: number; steps: { id: number }[] }>(
    await t.owner.post(`${fixture.path}/transactions`, { ...input, observers }),
  );
  const path = `${fixture.path}/transactions/${made.transaction_id}`;
  const shown = (await fixture.transaction(made.transaction_id)).observers;
  assert.deepEqual(
    shown?.map(({ id }) => id),
    [t.editor.id],
  );
  refused(await t.editor.post(`${path}/steps/${made.steps[0]?.id}`, { click_button_id: 'approve' }), 403);
  const unknown = { ...input, observers: [{ user_id: t.sameOrg.id }] };
  refused(await t.owner.post(`${fixture.path}/transactions`, unknown), 412, 'observers[0].user_id');
});

test('[TX-109] the creator and the owner remind once an hour', async (t) => {
  const fixture = await t.binder();
  const { id, path } = await fixture.workflow([stepFor(t.viewer)], t.editor);
  const remind = (as: Person) => as.post(`${path}/remind`, {});
  refused(await remind(t.viewer), 403);
  const answers = await Promise.all([remind(t.editor), remind(t.owner)]);
  assert.deepEqual(answers.map(({ status: each }) => each).sort(), [200, 412]);
  assert.equal(typeof (await fixture.transaction(id)).reminded_time, 'number');
});

test('[TX-110] the first view of each assignee is recorded', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([sharedStep([t.viewer, t.editor])]);
  const view = (as: Person) => as.post(`${path}/steps/${steps[0]}/view`, {});
  refused(await view(t.owner), 403);
  done(await view(t.viewer));
  const viewed = async () => {
    const [step] = (await fixture.transaction(id)).steps;
    return step?.assignees?.find(({ user_id }) => user_id === t.viewer.id)?.viewed_time;
  };
  const first = await viewed();
  assert.equal(typeof first, 'number');
  done(await view(t.viewer));
  assert.equal(await viewed(), first);
});
