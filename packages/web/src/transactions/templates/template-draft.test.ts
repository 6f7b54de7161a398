import assert from 'node:assert/strict';
import { test } from 'vitest';
import { draftButton, draftStep, withStep } from '../draft.ts';
import { draftField } from '../form-draft.ts';
import type { TemplateBody } from './template.ts';
import {
  draftRole,
  formField,
  isAnnouncedIn,
  isEscalatedTo,
  missingInTemplate,
  newTemplate,
  storedDraft,
  type TemplateDraft,
  templateBody,
  variablesIn,
  withoutRole,
} from './template-draft.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const STORED: TemplateBody = {
  title: 'Loan of {{customer}}',
  content: '{{amount}} over five years',
  due_in: 60 * HOUR_MS,
  reminders: [HOUR_MS, DAY_MS],
  max_reopenings: 3,
  observers: [{ role: 'auditor' }],
  steps: [
    {
      assignee: { role: 'credit_officer' },
      order_number: 1,
      action_style: 'FORM',
      fields: [
        { id: 'iban', type: 'text', label: 'IBAN', required: true, pattern: '[A-Z0-9]+', max: 34 },
        { id: 'kind', type: 'choice', label: 'Kind', options: ['Car', 'House'], help: 'Of the loan' },
        { id: 'slips', type: 'file', label: 'Slips', max_files: 4, types: ['.xml'], max_size: 1_000 },
      ],
      actions: [
        { id: 'check', text: 'Checked', feed_msg: 'Loan of {{customer}}: Checked', payload: '{{customer}}' },
        { id: 'skip', text: 'Skip', feed_msg: 'Skipped', next: 3 },
      ],
      due_in: DAY_MS,
      reminders: [HOUR_MS],
      escalation: { assignee: { role: 'deputy' }, after: HOUR_MS },
    },
    {
      assignees: [{ role: 'Manager' }, { group_id: 'Gdesk' }],
      required: 2,
      order_number: 2,
      action_style: 'FILE_REQUEST',
      distinct_from: [1],
      not_creator: true,
      file_requests: [{ id: 'scan', label: 'Scan', max_files: 2, required: true, max_size: 5_000 }],
      actions: [
        { id: 'yes', text: 'Approve', feed_msg: 'Loan of {{customer}}: Approve', veto: false },
        { id: 'no', text: 'Reject', feed_msg: '', outcome: 'rejected', veto: true },
      ],
    },
    {
      assignee: { role: 'credit_officer' },
      order_number: 3,
      action_style: 'BUTTON',
      actions: [
        { id: 'end', text: 'End', feed_msg: 'Loan of {{customer}}: End', outcome: 'completed' },
        { id: 'back', text: 'Back', feed_msg: 'Loan of {{customer}}: Back', next: 1 },
      ],
    },
  ],
};

const opened = (body: TemplateBody = STORED): TemplateDraft => {
  const draft = storedDraft(body);
  assert.ok(draft);
  return draft;
};

test('[FLOW-20] a stored template stays as it is when the form saves it without changes', () => {
  const draft = opened();
  assert.deepEqual(
    draft.roles.map(({ name }) => name),
    ['Credit officer', 'Deputy', 'Manager', 'Auditor'],
  );
  assert.equal(draft.days, '2.5');
  assert.deepEqual(templateBody(draft, { isAnnounced: isAnnouncedIn(STORED), max_reopenings: 3 }), STORED);
  const other = {
    ...STORED,
    due_in: 1_234_567,
    title: 'A',
    steps: STORED.steps.slice(1, 2).map(({ distinct_from: _, ...step }) => step),
  };
  const { steps, due_in } = templateBody(opened(other), { isAnnounced: false });
  assert.equal(due_in, 1_234_567);
  assert.equal('feed_msg' in (steps[0]?.actions[0] ?? {}), false);
});

test('[FLOW-20] a role that is renamed has its new name everywhere, in letters of any script', () => {
  const draft = opened();
  const roles = draft.roles.map((role) =>
    role.stored === 'credit_officer' ? { ...role, name: ' 信贷 员 ' } : role,
  );
  const body = templateBody({ ...draft, roles }, { isAnnounced: true });
  assert.deepEqual(
    body.steps.map(({ assignee }) => assignee?.role),
    ['信贷_员', undefined, '信贷_员'],
  );
  assert.deepEqual(body.steps[0]?.escalation?.assignee, { role: 'deputy' });
});

test('[FLOW-20] new buttons and questions get ids that no other has, and limits go with their type', () => {
  const draft = opened();
  const [first] = draft.steps;
  assert.ok(first);
  const [iban, ...others] = first.fields;
  assert.ok(iban);
  const changed = withStep(draft, first.key, {
    ...first,
    fields: [{ ...iban, type: 'number' }, ...others, { ...draftField(), label: 'New' }],
    buttons: [...first.buttons, { ...draftButton('One'), id: 'button1' }, draftButton('Two')],
  });
  const [step] = templateBody({ ...draft, ...changed }, { isAnnounced: false }).steps;
  assert.deepEqual(
    step?.fields?.map(({ id }) => id),
    ['iban', 'kind', 'slips', 'field1'],
  );
  assert.deepEqual(step?.fields?.[0], { id: 'iban', type: 'number', label: 'IBAN', required: true });
  assert.deepEqual(
    step?.actions.map(({ id }) => id),
    ['check', 'skip', 'button1', 'button2'],
  );
});

test('[FLOW-20] a step that is added follows the last one, except after a button that ends the request', () => {
  const [, , last] = STORED.steps;
  assert.ok(last);
  const end = { id: 'stop', text: 'Stop', outcome: 'completed' as const, next: 'end' as const };
  const draft = opened({
    ...STORED,
    steps: [{ ...last, order_number: 1, actions: [...last.actions.slice(0, 1), end] }],
  });
  const steps = [...draft.steps, draftStep([draftButton('Yes')], draft.roles[0]?.id)];
  const [first] = templateBody({ ...draft, steps }, { isAnnounced: false }).steps;
  assert.deepEqual(
    first?.actions.map(({ outcome }) => outcome),
    [undefined, 'completed'],
  );
});

test('[FLOW-20] a template whose steps the form cannot show is not changed', () => {
  const [first, second, third] = STORED.steps;
  assert.ok(first && second && third);
  const withSteps = (...steps: TemplateBody['steps']) => storedDraft({ ...STORED, steps });
  assert.equal(withSteps(first, { ...second, order_number: 1 }, third), undefined, 'parallel in a sequence');
  const three = { ...third, distinct_from: [1] };
  assert.equal(withSteps(first, second, three), undefined, 'distinct from one of two');
  assert.equal(withSteps(first, { ...second, actions: [{ id: 'a', text: 'A', next: 2 }] }), undefined);
  const spread = withSteps(
    { ...third, order_number: 10 },
    { ...third, order_number: 20, actions: [{ id: 'a', text: 'A', next: 10 }] },
  );
  assert.equal(spread, undefined, 'a button names a step that is missing');
});

test('[FLOW-20] roles that are unnamed, equal or unused are named, and steps without a role', () => {
  const draft = newTemplate();
  const [only] = draft.roles;
  assert.ok(only);
  assert.deepEqual(Object.keys(missingInTemplate(draft)), ['roles[0]']);
  const named = { ...only, name: 'Clerk' };
  const roles = [named, draftRole('clerk '), draftRole('4 eyes'), draftRole('经理'), draftRole('موظف')];
  const steps = [...draft.steps, draftStep([draftButton('Yes')])];
  assert.deepEqual(Object.keys(missingInTemplate({ ...draft, roles, steps })), [
    'roles[1]',
    'roles[2]',
    'roles[3]',
    'roles[4]',
    'steps[1].assignee.user_id',
  ]);
  assert.deepEqual(missingInTemplate({ ...draft, roles: [named] }), {});
});

test('[FLOW-20] a role that is removed leaves its steps, except one that an escalation needs', () => {
  const draft = opened();
  const roleOf = (name: string) => {
    const role = draft.roles.find(({ stored }) => stored === name);
    assert.ok(role);
    return role;
  };
  assert.equal(isEscalatedTo(draft, roleOf('deputy')), true);
  const { steps, observers } = withoutRole(withoutRole(draft, roleOf('Manager')), roleOf('auditor'));
  assert.deepEqual([steps[1]?.assigneeId, steps[1]?.others, observers], ['Gdesk', [], []]);
  assert.equal(withoutRole(draft, roleOf('credit_officer')).steps[0]?.assigneeId, '');
});

test('[FLOW-20] errors of the server have the names of the form', () => {
  assert.equal(formField('body.steps[2].assignee.role'), 'steps[2].assignee.user_id');
  assert.equal(formField('body.steps[2].assignees[1]'), 'steps[2].assignees[1].user_id');
  assert.equal(formField('body.steps[0].actions[1].text'), 'steps[0].actions[1].text');
  assert.equal(formField('name'), 'name');
  assert.deepEqual(variablesIn({ ...STORED, content: '{{金额}} {{ }} {{customer}}' }), ['customer', '金额']);
});

const oneStep = (...actions: TemplateBody['steps'][number]['actions']): TemplateBody => ({
  title: 'Loan',
  content: '',
  steps: [{ assignee: { role: 'clerk' }, order_number: 1, action_style: 'BUTTON', actions }],
});

test('[FLOW-20] buttons without a message and with an empty one keep it, whether the others post or not', () => {
  const none = { id: 'a', text: 'A', outcome: 'completed' as const };
  const empty = { id: 'b', text: 'B', feed_msg: '', outcome: 'rejected' as const };
  const own = { id: 'c', text: 'C', feed_message: 'Call {{customer}}', outcome: 'completed' as const };
  const actionsOf = (body: TemplateBody, isAnnounced: boolean) =>
    templateBody(opened(body), { isAnnounced }).steps[0]?.actions;
  const { feed_message: feed_msg, ...silent } = own;
  assert.deepEqual(actionsOf(oneStep(none, empty, own), true), [none, empty, { ...silent, feed_msg }]);
  assert.deepEqual(actionsOf(oneStep(none, empty, own), false), [none, empty, silent]);
  assert.deepEqual(actionsOf(oneStep(none, empty), false), [none, empty]);
  assert.deepEqual(
    actionsOf(oneStep(none, empty), true)?.map((action) => action.feed_msg),
    ['Loan: A', 'Loan: B'],
  );
  assert.deepEqual(variablesIn(oneStep(own)), ['customer']);
});

test('[FLOW-20] a single role of which everybody must answer stays so', () => {
  const body = oneStep({ id: 'a', text: 'A', outcome: 'completed' });
  const all = { ...body, steps: body.steps.map((step) => ({ ...step, required: 'all' as const })) };
  assert.deepEqual(templateBody(opened(all), { isAnnounced: false }), all);
});

test('[FLOW-20] a last button without an outcome stays without one, except in another step', () => {
  const body = oneStep({ id: 'a', text: 'A' });
  const draft = opened(body);
  assert.deepEqual(templateBody(draft, { isAnnounced: false }), body);
  const steps = [...draft.steps, draftStep([draftButton('New')], draft.roles[0]?.id)];
  assert.deepEqual(
    templateBody({ ...draft, steps }, { isAnnounced: false }).steps.map(({ actions }) => actions[0]?.outcome),
    [undefined, 'completed'],
  );
});

test('[FLOW-20] a changed outcome removes the status and the style of the stored one', () => {
  const action = {
    id: 'a',
    text: 'A',
    payload: 'p',
    outcome: 'completed' as const,
    style: 'branding',
    display_status: { text: 'Paid {{how}}', style: 'SUCCESS' as const },
  };
  const draft = opened(oneStep(action));
  assert.deepEqual(templateBody(draft, { isAnnounced: false }).steps[0]?.actions, [action]);
  const steps = draft.steps.map((step) => ({
    ...step,
    buttons: step.buttons.map((button) => ({ ...button, outcome: 'rejected' as const })),
  }));
  assert.deepEqual(templateBody({ ...draft, steps }, { isAnnounced: false }).steps[0]?.actions, [
    { id: 'a', text: 'A', payload: 'p', outcome: 'rejected' },
  ]);
});

test('[FLOW-20] an escalation or reminders without a due time of the step need that of the template', () => {
  const withStepOf = (extra: Partial<TemplateBody['steps'][number]>) => {
    const body = oneStep({ id: 'a', text: 'A' });
    const steps = body.steps.map((step) => ({ ...step, ...extra }));
    return Object.keys(missingInTemplate({ ...opened({ ...body, due_in: DAY_MS, steps }), days: '' }));
  };
  const escalation = { assignee: { role: 'deputy' }, after: HOUR_MS };
  assert.deepEqual(withStepOf({ escalation }), ['due_in']);
  assert.deepEqual(withStepOf({ reminders: [HOUR_MS] }), ['due_in']);
  assert.deepEqual(withStepOf({ escalation, due_in: DAY_MS }), []);
  assert.deepEqual(withStepOf({}), []);
});
