import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hasLoop } from './branch-draft.ts';
import { draftButton, draftStep, missingIn, toBody, withStep, withStepMoved } from './draft.ts';

const options = { title: 'Loan', content: '', isAnnounced: false };

function loan() {
  const first = draftStep([draftButton('Checked')], 'Uben');
  const back = { ...draftButton('Return'), next: first.key };
  const second = draftStep([draftButton('Approve'), back], 'Ucarla');
  return { order: 'sequence' as const, steps: [first, second] };
}

const nextsIn = (draft: Parameters<typeof toBody>[0]) =>
  toBody(draft, options).steps.map(({ actions }) => actions.map(({ next, outcome }) => next ?? outcome));

test('[FLOW-14] a button names the order number of its step, also after steps have moved or are gone', () => {
  const draft = loan();
  const [first] = draft.steps;
  assert.deepEqual(nextsIn(draft), [[undefined], ['completed', 1]]);
  assert.equal(hasLoop(draft), true);
  const moved = withStepMoved(draft, 0, 1);
  assert.deepEqual(nextsIn(moved), [[undefined, undefined], ['completed']], 'it is the following step');
  assert.equal(hasLoop(moved), false);
  const alone = withStep(draft, first?.key ?? 0, undefined);
  assert.deepEqual(nextsIn(alone), [['completed', 'completed']]);
  assert.deepEqual(nextsIn({ ...draft, order: 'parallel' }), [[undefined], [undefined, undefined]]);
});

test('[FLOW-14] a step whose buttons all go back is incomplete', () => {
  const draft = loan();
  const [first, second] = draft.steps;
  assert.ok(first && second);
  assert.deepEqual(missingIn(draft), {});
  const buttons = second.buttons.filter(({ next }) => next !== undefined);
  assert.deepEqual(Object.keys(missingIn({ ...draft, steps: [first, { ...second, buttons }] })), [
    'steps[1].actions[0].text',
  ]);
});
