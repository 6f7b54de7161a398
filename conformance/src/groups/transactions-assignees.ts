import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually } from '../eventually.ts';
import { data, done, refused, status } from '../expect.ts';

import { stepFor } from '../trial.ts';

const test = checks('transactions');

type StepLink = { url: string; token: string; created_time: number; expires_time: number };
/** Long enough for work that is done behind a call. */
const ANNOUNCED_WITHIN_SECONDS = 20;

test('[TX-43] [TX-44] the creator and the owner assign an open step to another member, and the log has both people', async (t) => {
  const fixture = await t.binder();
  const made = await fixture.workflow([stepFor(t.viewer), stepFor(t.owner)], t.editor);
  const path = `${made.path}/steps/${made.steps[0]}/assignee`;
  for (const person of [t.viewer, t.colleague])
    refused(await person.post(path, { user_id: t.owner.id }), 403);
  refused(await t.owner.post(path, {}), 400);
  refused(await t.owner.post(path, { user_id: t.colleague.id }), 412, 'user_id');
  const link = await t.viewer.post(`${made.path}/steps/${made.steps[0]}/link`, {});
  const { token } = data<StepLink>(link);
  const seen = () => t.nobody.send('GET', '/steplink', { headers: { authorization: `Bearer ${token}` } });
  status(await seen(), 200);
  done(await t.editor.post(path, { user_id: t.owner.id }));
  status(await seen(), 401);
  done(await t.owner.post(path, { unique_id: t.editor.uniqueId, org_id: t.editor.orgId }));
  const [step] = (await fixture.transaction(made.id)).steps;
  assert.equal(step?.assignee.user_id, t.editor.id);
  const bodies = (await fixture.entries()).filter(({ kind }) => kind === 'step_reassigned');
  assert.deepEqual(
    bodies.map(({ body }) => [body.previous_user_id, body.user_id]),
    [
      [t.viewer.id, t.owner.id],
      [t.owner.id, t.editor.id],
    ],
  );
  done(await t.editor.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id: 'approve' }));
  refused(await t.editor.post(path, { user_id: t.owner.id }), 409);
});

test('[TX-46] [TODO-15] a step and a to-do of somebody who is removed say so, and creator and owner are named in the chat', async (t) => {
  const fixture = await t.binder();
  const made = await fixture.workflow([stepFor(t.viewer)], t.editor);
  const json = { name: 'Call back', assignee_id: t.viewer.id };
  status(await t.editor.post(`${fixture.path}/todos`, json), 200);
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
  const [step] = (await fixture.transaction(made.id)).steps;
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
  const told = entries.filter(({ body }) => Array.isArray(body.mentions));
  assert.equal(told.length, 2);
  for (const { body } of told) assert.deepEqual(body.mentions, [t.editor.id, t.owner.id]);
});
