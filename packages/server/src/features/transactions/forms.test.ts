import assert from 'node:assert/strict';
import type { Step } from '@ringbinder/protocol';
import type { Answer, Cast, CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const income = { id: 'income', type: 'money', label: 'Income', required: true, currency: 'EUR', min: 0 };
const formOf = (fields: unknown[], more: Record<string, unknown> = {}) => ({
  action_style: 'FORM',
  fields,
  ...more,
});
const press = (
  id: number,
  stepId: number | undefined,
  { token }: CreatedUser,
  answers?: unknown,
  more: Record<string, unknown> = {},
) =>
  service.call('POST', workflow.path(id, stepId ?? 0), {
    token,
    json: { click_button_id: 'approve', ...(answers === undefined ? {} : { answers }), ...more },
  });
const pathsOf = ({ status, body }: Answer): string[] => {
  assert.equal(status, 400, JSON.stringify(body));
  return body.errors.map(({ path }: { path: string }) => path);
};
const only = async (id: number): Promise<Step> => {
  const [step] = await workflow.steps(id);
  assert.ok(step);
  return step;
};

test('[TX-66] a step with a form keeps its fields, and is read as an ordinary step with buttons', async () => {
  const fields = [
    { id: 'name', type: 'text', label: 'Name', required: true, min: 2, max: 40, help: 'As in the passport' },
    { id: 'iban', type: 'text', label: 'IBAN', pattern: '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}' },
    { id: 'children', type: 'number', label: 'Children', min: 0, max: 20 },
    income,
    { id: 'since', type: 'date', label: 'Since', min: '2000-01-01', max: '2030-12-31' },
    { id: 'kind', type: 'choice', label: 'Kind', options: ['House', 'Flat'] },
    { id: 'terms', type: 'checkbox', label: 'I accept', required: true },
  ];
  const { id } = await workflow.create([stepFor(cast.viewer, { action_style: 'form', fields })]);
  const step = await only(id);
  assert.deepEqual([step.action_style, step.fields, step.actions.length], ['form', fields, 2]);
  const plain = await workflow.create([stepFor(cast.viewer)]);
  assert.ok(!('fields' in (await only(plain.id))));
});

const text = { id: 'a', type: 'text', label: 'A' };
const refusedFields: [name: string, step: Record<string, unknown>, path: string][] = [
  ['no fields', { action_style: 'FORM' }, 'fields'],
  ['fields of a step with buttons', { fields: [text] }, 'fields'],
  ['an empty list', formOf([]), 'fields'],
  [
    'a list that is too long',
    formOf(Array.from({ length: 51 }, (_, at) => ({ ...text, id: `a${at}` }))),
    'fields',
  ],
  ['an id that repeats', formOf([text, { ...text, label: 'B' }]), 'fields[1].id'],
  ['an id of other characters', formOf([{ ...text, id: '__proto__' }]), 'fields[0].id'],
  ['an unknown type', formOf([{ ...text, type: 'files' }]), 'fields[0].type'],
  ['no label', formOf([{ id: 'a', type: 'text' }]), 'fields[0].label'],
  ['a label that is too long', formOf([{ ...text, label: 'x'.repeat(201) }]), 'fields[0].label'],
  ['a pattern that RE2 does not have', formOf([{ ...text, pattern: '(?=a)b' }]), 'fields[0].pattern'],
  [
    'a pattern that is too large',
    formOf([{ ...text, pattern: '.{0,1000}'.repeat(20) }]),
    'fields[0].pattern',
  ],
  ['a pattern of a number', formOf([{ ...text, type: 'number', pattern: 'a' }]), 'fields[0].pattern'],
  ['a choice without options', formOf([{ ...text, type: 'choice' }]), 'fields[0].options'],
  ['options of a text', formOf([{ ...text, options: ['x'] }]), 'fields[0].options'],
  ['an option twice', formOf([{ ...text, type: 'choice', options: ['x', 'x'] }]), 'fields[0].options'],
  ['money without a currency', formOf([{ ...text, type: 'money' }]), 'fields[0].currency'],
  ['no such currency', formOf([{ ...income, currency: 'ABC' }]), 'fields[0].currency'],
  ['a length that is no number', formOf([{ ...text, max: '5' }]), 'fields[0].max'],
  ['a length that is too great', formOf([{ ...text, max: 4_001 }]), 'fields[0].max'],
  ['max below min', formOf([{ ...text, min: 5, max: 4 }]), 'fields[0].max'],
  ['a date that does not exist', formOf([{ ...text, type: 'date', min: '2026-02-30' }]), 'fields[0].min'],
  ['a limit of a checkbox', formOf([{ ...text, type: 'checkbox', min: 1 }]), 'fields[0].min'],
];
test.each(refusedFields)('[TX-66] %s is 400 at its field, and creates nothing', async (_, step, path) => {
  const before = await workflow.state();
  const answer = await workflow.post({ title: 'Loan', content: '', steps: [stepFor(cast.viewer, step)] });
  assert.deepEqual(pathsOf(answer), [`steps[0].${path}`]);
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-67] a press stores the answers with itself, and members read them', async () => {
  const fields = [income, { id: 'terms', type: 'checkbox', label: 'I accept' }, { ...text, id: 'note' }];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, formOf(fields)), stepFor(cast.editor)]);
  const seq = await workflow.seq();
  const answers = { income: '1250.5', terms: false, note: '' };
  assert.equal((await press(id, steps[0], cast.viewer, answers)).status, 200);
  const stored = { income: '1250.50', terms: false };
  for (const { token } of [cast.owner, cast.editor, cast.viewer])
    assert.deepEqual((await workflow.get(id, token)).body.data.steps[0].answers, stored);
  const [entry] = (await workflow.feed(seq)).filter(({ kind }) => kind === 'step_completed');
  assert.deepEqual(entry?.body.answers, stored);
});

test('[TX-67] an earlier state has no answers yet, and that after the press has them', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, formOf([text]))]);
  const seq = await workflow.seq();
  await press(id, steps[0], cast.viewer, { a: 'yes' });
  const asOf = async (at: number) =>
    (await service.call('GET', `${workflow.path(id)}?as_of=seq:${at}`, { token: cast.owner.token })).body.data
      .steps[0];
  assert.deepEqual([(await asOf(seq)).fields, (await asOf(seq)).answers], [[text], undefined]);
  assert.deepEqual((await asOf(await workflow.seq())).answers, { a: 'yes' });
});

const fieldTable: [field: object, good: unknown[], bad: unknown[]][] = [
  [{ type: 'text', min: 2, max: 3 }, ['ab', '🙂🙂🙂'], ['a', 'abcd', 7, true]],
  [{ type: 'text', pattern: '\\d+' }, ['12'], ['12a', 'a12', '1'.repeat(1_001)]],
  [{ type: 'text' }, ['x'.repeat(4_000)], ['x'.repeat(4_001), '\u0000']],
  [{ type: 'number', min: -1.5, max: 2 }, [-1.5, 0, 2], [-1.6, 2.1, '1', true]],
  [
    { type: 'money', currency: 'EUR', min: 10, max: 20 },
    ['10', '10.5', '20.00'],
    ['9.99', '20.01', '1e1', '10.123', '10,5', 12],
  ],
  [{ type: 'money', currency: 'JPY' }, ['-5', '1250'], ['12.5']],
  [
    { type: 'date', min: '2026-02-01', max: '2026-02-28' },
    ['2026-02-01', '2026-02-28'],
    ['2026-01-31', '2026-03-01', '2026-02-30', '1 Feb', 5],
  ],
  [{ type: 'choice', options: ['House', 'Flat'] }, ['Flat'], ['flat', 'Tent', 1]],
  [{ type: 'checkbox' }, [true], ['on', 1]],
];
test.each(fieldTable)('[TX-68] %j takes only what fits', async (field, good, bad) => {
  const fields = [{ id: 'a', label: 'A', required: true, ...field }];
  const step = stepFor(cast.viewer, formOf(fields));
  const { id, steps } = await workflow.create([...good.map(() => step), step]);
  const [current = 0] = steps;
  for (const value of [...bad, null])
    assert.deepEqual(
      pathsOf(await press(id, current, cast.viewer, { a: value })),
      ['answers.a'],
      String(value),
    );
  assert.deepEqual(pathsOf(await press(id, current, cast.viewer, {})), ['answers.a']);
  for (const [index, value] of good.entries())
    assert.equal((await press(id, steps[index], cast.viewer, { a: value })).status, 200, String(value));
});

test('[TX-68] every field that does not fit is named at once, and nothing is stored', async () => {
  const { id, steps } = await workflow.create([
    stepFor(cast.viewer, formOf([income, { ...text, required: true }])),
  ]);
  const before = await workflow.state();
  const refused = await press(id, steps[0], cast.viewer, { income: '-1', unknown: 'x', constructor: 'x' });
  assert.deepEqual(pathsOf(refused).toSorted(), [
    'answers.a',
    'answers.constructor',
    'answers.income',
    'answers.unknown',
  ]);
  assert.deepEqual(pathsOf(await press(id, steps[0], cast.viewer)), ['answers.income', 'answers.a']);
  const many = Array.from({ length: 20 }, (_, at) => ({ ...text, id: `a${at}` }));
  assert.deepEqual(await workflow.state(), before);
  const large = await workflow.create([stepFor(cast.viewer, formOf(many))]);
  const answers = Object.fromEntries(many.map((field) => [field.id, 'x'.repeat(4_000)]));
  assert.deepEqual(pathsOf(await press(large.id, large.steps[0], cast.viewer, answers)), ['answers']);
});

test('[TX-68] answers to a step with buttons alone are 400, and a button that rejects needs none', async () => {
  const plain = await workflow.create([stepFor(cast.viewer)]);
  assert.deepEqual(pathsOf(await press(plain.id, plain.steps[0], cast.viewer, { a: 'x' })), ['answers']);
  const actions = [{ id: 'approve', text: 'No', outcome: 'rejected' }];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, formOf([income], { actions }))]);
  assert.deepEqual(pathsOf(await press(id, steps[0], cast.viewer, { income: 'x' })), ['answers.income']);
  assert.equal((await press(id, steps[0], cast.viewer)).status, 200);
});

test('[TX-68] a person who may not press learns nothing of the form, and a done step stays a conflict', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, formOf([income])), stepFor(cast.viewer)]);
  assert.equal((await press(id, steps[0], cast.editor, {})).status, 403);
  await press(id, steps[0], cast.viewer, { income: '1' });
  assert.equal((await press(id, steps[0], cast.viewer, {})).status, 409);
});

test('[TX-69] of several assignees each press has its own answers', async () => {
  const people = [cast.owner, cast.editor, cast.viewer];
  const { id, steps } = await workflow.create([sharedStep(people, formOf([income], { required: 2 }))]);
  assert.equal((await press(id, steps[0], cast.owner, { income: '1' })).status, 200);
  assert.deepEqual(pathsOf(await press(id, steps[0], cast.editor, { income: '' })), ['answers.income']);
  assert.ok(!('answers' in (await only(id))));
  assert.equal((await press(id, steps[0], cast.viewer, { income: '3' })).status, 200);
  const done = await only(id);
  assert.deepEqual(
    done.assignees?.map(({ pressed }) => pressed?.answers),
    [{ income: '1.00' }, undefined, { income: '3.00' }],
  );
  assert.deepEqual(done.answers, { income: '3.00' });
});

test('[TX-69] of two people who press a form at once one wins, and only their answers are stored', async () => {
  for (let round = 0; round < 10; round++) {
    const people = [cast.owner, cast.editor];
    const { id, steps } = await workflow.create([sharedStep(people, formOf([text]))]);
    const answers = await Promise.all(people.map((each) => press(id, steps[0], each, { a: each.id })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    const done = await only(id);
    assert.deepEqual(done.answers, { a: winner?.id });
    assert.deepEqual(
      done.assignees?.map(({ user_id, pressed }) => [user_id, pressed?.answers]),
      people.map(({ id: user }) => [user, user === winner?.id ? { a: user } : undefined]),
    );
  }
});

test('[TX-69] answers of a delegate are recorded with both people', async () => {
  const { viewer, editor } = cast;
  const json = { to: { user_id: editor.id }, ends: service.clock.now() + 86_400_000 };
  const created = await service.call('POST', '/me/delegations', { token: viewer.token, json });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const { id, steps } = await workflow.create([stepFor(viewer, formOf([text]))]);
  const seq = await workflow.seq();
  assert.equal((await press(id, steps[0], editor, { a: 'for you' })).status, 200);
  const done = await only(id);
  assert.deepEqual(
    [done.answers, done.assignee.user_id, done.assignee.pressed_by?.id],
    [{ a: 'for you' }, viewer.id, editor.id],
  );
  const [entry] = (await workflow.feed(seq)).filter(({ kind }) => kind === 'step_completed');
  assert.deepEqual(
    [entry?.actor.id, entry?.body.for_user_id, entry?.body.answers],
    [editor.id, viewer.id, { a: 'for you' }],
  );
});

test('[TX-69] reopening takes the answers back with the press', async () => {
  const actions = [{ id: 'approve', text: 'Send', outcome: 'completed' }];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, formOf([text], { actions }))]);
  await press(id, steps[0], cast.viewer, { a: 'one' });
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  assert.ok(!('answers' in (await only(id))));
  await press(id, steps[0], cast.viewer, { a: 'two' });
  assert.deepEqual((await only(id)).answers, { a: 'two' });
});

test('[TX-66] the list of waiting steps has the fields', async () => {
  await workflow.create([stepFor(cast.viewer, formOf([income]))]);
  const { body } = await service.call('GET', '/me/steps', { token: cast.viewer.token });
  assert.deepEqual(
    body.data.steps.map(({ step }: { step: Step }) => step.fields),
    [[income]],
  );
});
