import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor } from '../trial.ts';

/** A separate group, because each group has its own people, and a delegation changes who may answer a step. */
const test = checks('delegations');

interface WaitingSteps {
  steps: { step: { id: number }; binder: { id: string }; for?: { id: string } }[];
  count: number;
}

const waitingFor = async (person: Person) =>
  data<WaitingSteps>(await person.get('/me/steps?state=open&limit=1000')).steps;

const DAY_MS = 24 * 60 * 60 * 1000;

test('[TX-58] a step is listed for its assignee until it is answered', async (t) => {
  const fixture = await t.binder();
  const { path, steps } = await fixture.workflow([stepFor(t.viewer), stepFor(t.editor)]);
  const ids = async (person: Person) =>
    (await waitingFor(person)).flatMap(({ step, binder, for: represented }) =>
      // The other check in this group may make the editor a delegate of the viewer. Skip the steps that the
      // person sees as a delegate.
      binder.id === fixture.id && !represented ? step.id : [],
    );
  assert.deepEqual([await ids(t.viewer), await ids(t.editor)], [[steps[0]], []]);
  done(await t.viewer.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }));
  assert.deepEqual([await ids(t.viewer), await ids(t.editor)], [[], [steps[1]]]);
  refused(await t.viewer.get('/me/steps?cursor=x'), 400, 'cursor');
});

test('[TX-59] [TX-60] [TX-61] [TX-62] [TX-63] a delegate presses for a person until the delegation is deleted', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([stepFor(t.viewer), stepFor(t.viewer)]);
  const press = (index: number) =>
    t.editor.post(`${path}/steps/${steps[index]}`, { click_button_id: 'approve', for_user_id: t.viewer.id });
  refused(await press(0), 403);
  const to = { user_id: t.editor.id };
  const ends = Date.now() + 30 * DAY_MS;
  refused(await t.viewer.post('/me/delegations', { to, ends: 1 }), 400, 'ends');
  refused(await t.viewer.post('/me/delegations', { to: { user_id: t.viewer.id }, ends }), 400, 'to.user_id');
  refused(
    await t.viewer.post('/me/delegations', { to: { user_id: t.outsider.id }, ends }),
    412,
    'to.user_id',
  );
  const made = data<{ id: number }>(await t.viewer.post('/me/delegations', { to, ends }));
  refused(await t.editor.post('/me/delegations', { to: { user_id: t.viewer.id }, ends }), 412, 'to.user_id');
  const shown = (await fixture.transaction(id)).steps[0]?.assignee;
  assert.deepEqual(
    shown?.absences?.map(({ ends_time, delegate }) => [ends_time, delegate?.id]),
    [[ends, t.editor.id]],
  );
  const mine = (await waitingFor(t.editor)).filter(({ binder }) => binder.id === fixture.id);
  assert.deepEqual(
    mine.map(({ step, for: represented }) => [step.id, represented?.id]),
    [[steps[0], t.viewer.id]],
  );
  done(await press(0));
  assert.equal((await fixture.transaction(id)).steps[0]?.assignee.pressed_by?.id, t.editor.id);
  const own = await fixture.workflow([{ ...stepFor(t.viewer), not_creator: true }], t.editor);
  refused(await t.editor.post(`${own.path}/steps/${own.steps[0]}`, { click_button_id: 'approve' }), 403);
  const { path: later, steps: theirs } = await fixture.workflow([
    stepFor(t.viewer),
    { ...stepFor(t.editor), distinct_from: [1] },
  ]);
  refused(await t.editor.post(`${later}/steps/${theirs[0]}`, { click_button_id: 'approve' }), 412);
  done(await t.viewer.delete(`/me/delegations/${made.id}`));
  refused(await t.viewer.delete(`/me/delegations/${made.id}`), 404);
  refused(await press(1), 403);
  done(await t.viewer.post(`${path}/steps/${steps[1]}`, { click_button_id: 'approve' }));
});
