import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import type { Person } from '../people.ts';

const test = checks('transactions');

const ok = { id: 'ok', text: 'OK' };
const stepOf = (person: Person, ...actions: object[]) => ({ assignee: { user_id: person.id }, actions });

test('[FLOW-5] [FLOW-6] [FLOW-7] [FLOW-8] buttons go back a limited number of times, and skip steps', async (t) => {
  const fixture = await t.binder();
  const steps = [
    stepOf(t.owner, ok, { id: 'skip', text: 'Skip', next: 3 }),
    stepOf(t.editor, ok),
    stepOf(t.viewer, ok, { id: 'back', text: 'Back', next: 1 }),
  ];
  const create = (more: object) =>
    t.owner.post(`${fixture.path}/transactions`, {
      title: 'A loan',
      content: '',
      max_reopenings: 1,
      steps,
      ...more,
    });
  const back = stepOf(t.owner, { id: 'back', text: 'Back', next: 1 });
  refused(await create({ steps: [back] }), 400, 'steps[0].actions');
  const nowhere = stepOf(t.owner, ok, { id: 'x', text: 'X', next: 2 });
  refused(await create({ steps: [nowhere] }), 400, 'steps[0].actions[1].next');
  const made = data<{ transaction_id: number; steps: { id: number }[] }>(await create({}));
  const path = `${fixture.path}/transactions/${made.transaction_id}`;
  const press = (person: Person, index: number, button: string) =>
    person.post(`${path}/steps/${made.steps[index]?.id}`, { click_button_id: button });
  const states = async () =>
    (await fixture.transaction(made.transaction_id)).steps.map(({ status }) => status);
  done(await press(t.owner, 0, 'skip'));
  assert.deepEqual(await states(), ['completed', 'skipped', 'current']);
  refused(await press(t.editor, 1, 'ok'), 409);
  done(await press(t.viewer, 2, 'back'));
  assert.deepEqual(await states(), ['current', 'waiting', 'waiting']);
  done(await press(t.owner, 0, 'skip'));
  refused(await press(t.viewer, 2, 'back'), 412);
  done(await press(t.viewer, 2, 'ok'));
  assert.equal((await fixture.transaction(made.transaction_id)).outcome, 'completed');
});
