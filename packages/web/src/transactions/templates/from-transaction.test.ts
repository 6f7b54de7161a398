import assert from 'node:assert/strict';
import type { Step, Transaction } from '@ringbinder/protocol';
import { test } from 'vitest';
import { bodyFrom, canBeTemplate, peopleOf, savingOf } from './from-transaction.ts';

const DAY_MS = 86_400_000;
const ben = { user_id: 'Uben', name: 'Ben' };

const step = (more: Partial<Step> = {}): Step => ({
  id: 1,
  created_time: 0,
  updated_time: 0,
  order_number: 1,
  action_style: 'button',
  actions: [{ id: 'yes', text: 'Yes', payload: '', feed_msg: '' }],
  assignee: ben,
  status: 'current',
  ...more,
});

const transaction = (steps: Step[], more: Partial<Transaction> = {}): Transaction => ({
  id: 1,
  title: 'Loan',
  content: '',
  created_time: 1_000,
  updated_time: 1_000,
  creator: { id: 'Uada', name: 'Ada' },
  is_active: true,
  steps,
  ...more,
});

test('[FLOW-15] steps that belong to one binder cannot be saved', () => {
  assert.equal(canBeTemplate(transaction([step(), step({ action_style: 'form' })])), true);
  assert.equal(canBeTemplate(transaction([step(), step({ action_style: 'acknowledge' })])), false);
});

test('[FLOW-15] each person has one role, and due times count from the creation', () => {
  const due_time = 1_000 + 3 * DAY_MS;
  const late = { user_id: 'Ucarla', name: 'Carla' };
  const request = transaction(
    [
      step({ due_time, reminders: [DAY_MS], escalation: { assignee: late, after: 5 } }),
      step({ due_time: 1_000 + DAY_MS }),
    ],
    { due_time, observers: [{ id: 'Uada', name: 'Ada' }] },
  );
  assert.deepEqual(
    peopleOf(request).map(({ id }) => id),
    ['Uben', 'Ucarla', 'Uada'],
  );
  const saving = { ...savingOf(request), roles: { Uben: 'Chef de crédit', Ucarla: 'Deputy', Uada: 'Desk' } };
  assert.equal(saving.days, '3');
  const body = bodyFrom(request, saving);
  assert.deepEqual([body.due_in, body.observers], [3 * DAY_MS, [{ role: 'Desk' }]]);
  assert.deepEqual(
    body.steps.map(({ assignee, due_in, reminders, escalation }) => [
      assignee,
      due_in,
      reminders,
      escalation,
    ]),
    [
      [{ role: 'Chef_de_crédit' }, undefined, [DAY_MS], { assignee: { role: 'Deputy' }, after: 5 }],
      [{ role: 'Chef_de_crédit' }, DAY_MS, undefined, undefined],
    ],
  );
  const without = bodyFrom(request, { ...saving, days: '' });
  assert.deepEqual([without.due_in, without.steps[0]?.escalation], [undefined, undefined]);
});

test('[FLOW-15] a step of a group and a person has both in the template, and no role for members', () => {
  const member = { user_id: 'Ucarla', name: 'Carla', by_group: true };
  const shared = { assignees: [ben, member], groups: [{ id: 'Gdesk', name: 'Desk' }], required: 2 };
  const request = transaction([step(shared)]);
  assert.deepEqual(peopleOf(request), [{ id: 'Uben', name: 'Ben' }]);
  const [saved] = bodyFrom(request, savingOf(request)).steps;
  assert.deepEqual(saved?.assignees, [{ role: 'Person_1' }, { group_id: 'Gdesk' }]);
  assert.equal(saved?.required, 2);
});
