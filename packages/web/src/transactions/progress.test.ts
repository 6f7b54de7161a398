import assert from 'node:assert/strict';
import type { Message, Step, Transaction } from '@ringbinder/protocol';
import { test } from 'vitest';
import {
  answersIn,
  canReopen,
  groupsOf,
  historyOf,
  placeOf,
  stagesOf,
  stateForUser,
  unavailableIn,
} from './progress.ts';

const ada = { id: 'Uada', name: 'Ada' };
const ben = { id: 'Uben', name: 'Ben' };

function step(id: number, fields: Partial<Step> = {}): Step {
  return {
    id,
    created_time: 1,
    updated_time: 1,
    order_number: id,
    action_style: 'button',
    actions: [{ id: 'ok', text: 'OK', payload: '', feed_msg: '' }],
    assignee: { user_id: ben.id, name: ben.name },
    status: 'waiting',
    ...fields,
  };
}

function transaction(id: number, fields: Partial<Transaction> = {}): Transaction {
  return {
    id,
    title: `T${id}`,
    content: '',
    created_time: 1,
    updated_time: id,
    steps: [step(1, { status: 'current' })],
    creator: ada,
    is_active: true,
    ...fields,
  };
}

test('[WORK-1] transactions that wait for somebody come first, then open ones, then those that ended', () => {
  const mine = transaction(1);
  const others = transaction(2, {
    steps: [step(1, { status: 'current', assignee: { user_id: ada.id, name: ada.name } })],
  });
  const stopped = transaction(3, { is_active: false });
  const rejected = transaction(4, { is_active: false, outcome: 'rejected' });
  const completed = transaction(5, { outcome: 'completed' });
  const groups = groupsOf([completed, rejected, stopped, others, mine], ben.id);
  assert.deepEqual(groups, { mine: [mine], open: [stopped, others], ended: [completed, rejected] });
  assert.equal(stateForUser(stopped, ben.id), 'stopped', 'nobody can answer what is stopped');
});

test('[WORK-1] of transactions that were changed at once the last made comes first', () => {
  const [one, other] = [transaction(1, { updated_time: 9 }), transaction(2, { updated_time: 9 })];
  assert.deepEqual(groupsOf([one, other], ben.id).mine, [other, one]);
  assert.deepEqual(groupsOf([other, one], ben.id).mine, [other, one]);
});

test('[TX-46] an assignee who is gone is named once, while a step waits for them', () => {
  const unavailableStep = (
    id: number,
    status: Step['status'] = 'current',
    unavailable: 'left' | undefined = 'left',
  ) =>
    step(id, { status, assignee: { user_id: ben.id, name: ben.name, ...(unavailable && { unavailable }) } });
  const named = (steps: Step[], more: Partial<Transaction> = {}) =>
    unavailableIn(transaction(1, { steps, ...more })).map(({ user_id }) => user_id);
  assert.deepEqual(named([unavailableStep(1), unavailableStep(2)]), [ben.id]);
  assert.deepEqual(named([unavailableStep(1, 'waiting'), unavailableStep(2, 'completed')]), []);
  assert.deepEqual(named([step(1, { status: 'current' })]), []);
  assert.deepEqual(named([unavailableStep(1)], { outcome: 'rejected' }), []);
});

test('[WORK-1] a step that comes later does not wait for its assignee yet', () => {
  const later = transaction(1, {
    steps: [
      step(1, { status: 'current', assignee: { user_id: ada.id, name: ada.name } }),
      step(2, { status: 'waiting' }),
    ],
  });
  assert.equal(stateForUser(later, ben.id), 'open');
  assert.equal(stateForUser(later, ada.id), 'mine');
});

test('[TX-65] a delegate presses for a person who is away and still there, if the server names the delegate', () => {
  const away = (delegate: { delegate?: typeof ada }) => [
    { starts_time: 0, ends_time: Number.MAX_SAFE_INTEGER, ...delegate },
  ];
  const placed = (fields: object) =>
    placeOf(step(1, { status: 'current', assignee: { user_id: ben.id, name: ben.name, ...fields } }), ada.id)
      ?.user_id;
  assert.equal(placed({ absences: away({ delegate: ada }) }), ben.id);
  assert.equal(placed({ absences: away({ delegate: ada }), unavailable: 'left' }), undefined);
  assert.equal(placed({ absences: away({}) }), undefined);
});

test('steps with the same number are one stage, whatever their order', () => {
  const [one, two, three] = [
    step(1, { order_number: 2 }),
    step(2, { order_number: 1 }),
    step(3, { order_number: 2 }),
  ];
  assert.deepEqual(stagesOf([one, two, three]), [[two], [one, three]]);
});

test('only what a button ended can be opened again', () => {
  const completed = step(1, { status: 'completed', clicked_button_id: 'ok', completed_time: 5 });
  assert.equal(canReopen(transaction(1, { outcome: 'completed', steps: [completed] })), false);
  const action = { id: 'ok', text: 'OK', payload: '', feed_msg: '', outcome: 'completed' as const };
  const ending = { ...completed, actions: [action] };
  assert.equal(canReopen(transaction(1, { outcome: 'completed', steps: [ending] })), true);
  assert.equal(canReopen(transaction(1, { steps: [step(1)] })), false, 'it has not ended');
});

test('[WORK-2] what happened stands in the order of time, and what a button wrote beside its press', () => {
  const message = (id: number, at: number, by: typeof ada, text: string): Message => ({
    id,
    text,
    user: by,
    reply_to: { transaction: { id: 1 } },
    created_time: at,
    updated_time: at,
  });
  const completed = step(1, { status: 'completed', clicked_button_id: 'ok', completed_time: 50 });
  const body = message(11, 50, ben, 'I agree');
  const comment = message(12, 40, ada, 'Please look');
  const other = { ...message(13, 45, ada, 'elsewhere'), reply_to: { transaction: { id: 2 } } };
  const history = historyOf(transaction(1, { steps: [completed] }), [comment, other, body]);
  assert.deepEqual(
    history.map(({ type, at, by }) => [type, at, by.name]),
    [
      ['created', 1, 'Ada'],
      ['comment', 40, 'Ada'],
      ['pressed', 50, 'Ben'],
    ],
  );
  const pressed = history[2];
  assert.equal(pressed?.type === 'pressed' && pressed.body, 'I agree');
});

test('[WORK-27] a step of several people waits for those who have not answered and may, and counts answers by button', () => {
  const press = (click_button_id: string, time: number) => ({ pressed: { click_button_id, time } });
  const person = (user_id: string, more: object = {}) => ({ user_id, name: user_id, ...more });
  const shared = step(1, {
    status: 'current',
    required: 2,
    assignees: [
      person('Uone', press('no', 7)),
      person('Utwo', press('ok', 5)),
      person('Uthree', { excluded: true }),
      person('Ufour'),
      person(ben.id, { unavailable: 'left' as const }),
    ],
  });
  const state = (user: string) => stateForUser(transaction(1, { steps: [shared] }), user);
  assert.deepEqual(['Uone', 'Uthree', 'Ufour'].map(state), ['open', 'open', 'mine']);
  assert.deepEqual(answersIn(shared), { count: 1, required: 2 });
  assert.deepEqual(unavailableIn(transaction(1, { steps: [shared] })), [], 'one more answer is enough');
  assert.deepEqual(
    unavailableIn(transaction(1, { steps: [{ ...shared, required: 3 }] })).map(({ user_id }) => user_id),
    [ben.id],
  );
  const pressed = historyOf(transaction(1, { steps: [shared] }), []).filter(({ type }) => type === 'pressed');
  assert.deepEqual(
    pressed.map(({ by, at }) => [by.id, at]),
    [
      ['Utwo', 5],
      ['Uone', 7],
    ],
  );
});
