import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  draftButton,
  draftOf,
  draftStep,
  hasSamePages,
  missingIn,
  toBody,
  withPagesForAll,
  withPerson,
  withStep,
  withStepMoved,
} from './draft.ts';

const options = { title: 'Loan', content: '', isAnnounced: false };

test('[WORK-7] each template begins with its people and order', () => {
  assert.equal(
    draftOf('approval', ['Uben', 'Ucarla']).steps[0]?.assigneeId,
    '',
    'who of the two is not known',
  );
  assert.equal(draftOf('approval', ['Uben']).steps[0]?.assigneeId, 'Uben', 'there is nobody else');
  assert.deepEqual(
    draftOf('signOff', ['Uben', 'Ucarla']).steps.map(({ assigneeId }) => assigneeId),
    ['Uben', 'Ucarla'],
  );
  const [signing] = draftOf('signature', ['Uben']).steps;
  assert.deepEqual(
    signing?.buttons.map(({ text }) => text),
    ['Sign', 'Decline'],
  );
  assert.deepEqual([signing?.assigneeId, signing?.places.length], ['Uben', 1]);
  assert.equal(draftOf('acknowledge', ['Uone', 'Utwo', 'Uthree']).order, 'parallel');
  assert.equal(draftOf('acknowledge', []).steps.length, 1);
});

test('[WORK-7] steps run in their order or side by side; the buttons of a last step end it, so that it can be opened again', () => {
  const steps = ['Uben', 'Ucarla'].map((id) =>
    draftStep([draftButton('Yes'), draftButton('No', 'rejected')], id),
  );
  const sequence = toBody({ order: 'sequence', steps }, options);
  assert.deepEqual(
    sequence.steps.map(({ order_number, actions }) => [order_number, actions.map(({ outcome }) => outcome)]),
    [
      [1, [undefined, 'rejected']],
      [2, ['completed', 'rejected']],
    ],
  );
  const parallel = toBody({ order: 'parallel', steps }, { ...options, isAnnounced: true });
  assert.deepEqual(
    parallel.steps.map(({ order_number, actions }) => [order_number, actions[0]?.outcome]),
    [
      [1, undefined],
      [1, undefined],
    ],
    'the first of two that are side by side must not end it',
  );
  assert.equal(parallel.steps[0]?.actions[0]?.feed_msg, 'Loan: Yes');
  assert.equal('feed_msg' in (sequence.steps[0]?.actions[0] ?? {}), false);
});

test('[FLOW-20] a button posts its stored message, nothing, or the default of the server', () => {
  const buttons = [
    draftButton('Yes'),
    { ...draftButton('No'), feedMessage: 'Not this time' },
    { ...draftButton('Skip'), feedMessage: '', isSilent: true },
    { ...draftButton('Later'), feedMessage: null },
  ];
  const draft = { order: 'sequence' as const, steps: [draftStep(buttons, 'Uben')] };
  const messages = (isAnnounced: boolean) =>
    toBody(draft, { ...options, isAnnounced }).steps[0]?.actions.map((action) => action.feed_msg);
  assert.deepEqual(messages(true), ['Loan: Yes', 'Not this time', '', undefined]);
  assert.deepEqual(messages(false), [undefined, undefined, '', undefined]);
});

test('[FLOW-20] a single assignee keeps how many of its group must answer, until others are removed', () => {
  const step = { ...draftStep([draftButton('Yes')], 'role1'), quorum: 'all' as const };
  const requiredOf = (changed: typeof step) =>
    toBody({ order: 'sequence', steps: [changed] }, options).steps[0]?.required;
  assert.equal(requiredOf(step), 'all');
  const two = withPerson(step, 1, 'role2');
  assert.equal(withPerson(two, 1, undefined).quorum, 'any', 'the form does not show it');
  assert.equal(withPerson({ ...two, assigneeId: 'Gdesk' }, 1, undefined).quorum, 'all');
});

test('[WORK-7] what is missing has the name of its field in the API', () => {
  const draft = { order: 'sequence' as const, steps: [draftStep([draftButton('Yes'), draftButton(' ')])] };
  assert.deepEqual(Object.keys(missingIn(draft)), ['steps[0].assignee.user_id', 'steps[0].actions[1].text']);
  assert.deepEqual(missingIn({ ...draft, steps: [draftStep([draftButton('Yes')], 'Uben')] }), {});
});

test('steps are moved, changed and taken out', () => {
  const [one, two] = [draftStep([], 'Uone'), draftStep([], 'Utwo')];
  const draft = { order: 'sequence' as const, steps: [one, two] };
  assert.deepEqual(withStepMoved(draft, 1, 0).steps, [two, one]);
  assert.deepEqual(withStep(draft, one.key, undefined).steps, [two]);
  const other = { ...one, assigneeId: 'Uthree' };
  assert.deepEqual(withStep(draft, one.key, other).steps, [other, two]);
});

test('[WORK-27] a step of several people names them and how many must answer', () => {
  const buttons = [draftButton('Yes'), draftButton('No', 'rejected')];
  const shared = { ...draftStep(buttons, 'Uone'), others: ['Utwo', ''], quorum: 'all' as const };
  const draft = { order: 'sequence' as const, steps: [shared] };
  assert.deepEqual(Object.keys(missingIn(draft)), ['steps[0].assignees[2].user_id']);
  const two = withPerson(shared, 2, undefined);
  const [step] = toBody({ ...draft, steps: [two] }, options).steps;
  assert.deepEqual([step?.assignees, step?.required], [[{ user_id: 'Uone' }, { user_id: 'Utwo' }], 'all']);
  assert.ok(!('assignee' in (step ?? {})));
  const split = { ...two, buttons: [draftButton('Yes'), draftButton('Maybe')] };
  assert.deepEqual(Object.keys(missingIn({ ...draft, steps: [split] })), ['steps[0].required']);
  const one = toBody({ ...draft, steps: [withPerson(two, 0, undefined)] }, options).steps[0];
  assert.deepEqual(one?.assignee, { user_id: 'Utwo' });
  assert.ok(!('required' in (one ?? {})));
});

test('[WORK-28] a step names who may not answer it, and buttons of which one press decides', () => {
  const buttons = [draftButton('Yes'), { ...draftButton('No', 'rejected'), isVeto: false }];
  const duty = { isDistinct: true, isNotCreator: true };
  const steps = ['Uone', 'Utwo', 'Uthree'].map((id) => ({ ...draftStep(buttons, id), ...duty }));
  const shared = steps.map((step, index) => (index === 2 ? { ...step, others: ['Ufour'] } : step));
  const body = toBody({ order: 'sequence', steps: shared }, options);
  assert.deepEqual(
    body.steps.map(({ distinct_from, not_creator }) => [distinct_from, not_creator]),
    [
      [undefined, true],
      [[1], true],
      [[1, 2], true],
    ],
  );
  assert.deepEqual(
    body.steps.map(({ actions }) => actions.map(({ veto }) => veto)),
    [
      [undefined, undefined],
      [undefined, undefined],
      [false, false],
    ],
  );
  const parallel = toBody({ order: 'parallel', steps }, options);
  assert.ok(parallel.steps.every((step) => !('distinct_from' in step)));
  const all = { ...draftStep(buttons, 'Uone'), others: ['Utwo'], quorum: 'all' as const };
  assert.deepEqual(Object.keys(missingIn({ order: 'sequence', steps: [all] })), ['steps[0].required']);
});

test('[TX-113] all steps get the documents of one, except those that have another part', () => {
  const [first, second, third] = ['Uben', 'Ucarla', 'Udana'].map((id) =>
    draftStep([draftButton('Read')], id),
  );
  if (!first || !second || !third) throw new Error('a step is missing');
  const reading = { ...first, pageIds: [1, 2] };
  const asking = { ...third, files: [{ key: 1, label: 'Passport' }] } as unknown as typeof third;
  const draft = { order: 'parallel' as const, steps: [reading, second, asking] };
  assert.equal(hasSamePages(draft, reading), false);
  const changed = withPagesForAll(draft, reading);
  assert.deepEqual(
    changed.steps.map(({ pageIds }) => pageIds),
    [[1, 2], [1, 2], []],
  );
  assert.equal(hasSamePages(changed, reading), true);
  assert.equal(draftOf('acknowledge', ['Uben', 'Ucarla']).steps[0]?.startsWithReading, true);
});
