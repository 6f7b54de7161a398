import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import { operatorOf } from '../operator.ts';
import type { Person } from '../people.ts';

const test = checks('person-groups');

const actions = [
  { id: 'approve', text: 'Approve' },
  { id: 'reject', text: 'Reject', outcome: 'rejected' },
];
const idsOf = (people: readonly Person[]) => people.map(({ id }) => ({ user_id: id }));

interface Group {
  id: string;
  name: string;
  member_count: number;
  members: { id: string }[];
}

test('[TX-76] [TX-77] [TX-78] [TX-79] [TX-80] [TX-82] [TX-106] a step of a group is answered by whoever is a member then', async (t) => {
  const { admin } = await operatorOf(t);
  const groups = `/orgs/${t.owner.orgId}/groups`;
  const name = `Conformance ${Date.now()} ${Math.random()}`;
  refused(await t.owner.post(groups, { name, members: idsOf([t.viewer]) }), 403);
  refused(await admin.post(groups, { name, members: [] }), 400, 'members');
  refused(
    await admin.post(groups, { name, members: idsOf([t.viewer, t.viewer]) }),
    400,
    'members[1].user_id',
  );
  const group = data<Group>(await admin.post(groups, { name, members: idsOf([t.viewer]) }));
  const path = `${groups}/${group.id}`;
  t.after(() => admin.delete(path));
  refused(await admin.post(groups, { name: name.toUpperCase(), members: idsOf([t.viewer]) }), 409, 'name');
  assert.deepEqual(
    data<Group>(await t.editor.get(path)).members.map(({ id }) => id),
    [t.viewer.id],
  );
  const fixture = await t.binder();
  const step = { assignee: { group_id: group.id }, actions };
  const input = { title: 'A workflow', content: '', steps: [{ ...step, required: 2 }] };
  refused(await t.owner.post(`/${fixture.id}/transactions`, input), 412, 'steps[0].required');
  const { id, path: workflow, steps } = await fixture.workflow([step]);
  const press = (person: Person) =>
    person.post(`${workflow}/steps/${steps[0]}`, { click_button_id: 'approve' });
  refused(await press(t.editor), 403);
  data(await admin.post(path, { members: idsOf([t.editor]) }));
  refused(await press(t.viewer), 403);
  refused(await admin.delete(path), 412);
  done(await press(t.editor));
  const [answered] = (await fixture.transaction(id)).steps;
  assert.equal(answered?.assignee.user_id, t.editor.id);
  assert.equal(answered?.assignees?.[0]?.by_group, true);
  assert.deepEqual(answered?.groups, [{ id: group.id, name }]);
  done(await admin.delete(path));
  refused(await admin.get(path), 404);
});
