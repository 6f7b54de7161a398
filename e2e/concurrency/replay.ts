import assert from 'node:assert/strict';

export interface Entry {
  seq: number;
  kind: string;
  body: Record<string, unknown>;
}

export interface BinderState {
  pages: Set<number>;
  transactions: Map<number, { active: boolean; ended: boolean; done: Set<number> }>;
  todos: Map<number, boolean>;
  counts: Map<string, number>;
}

export type StepsBefore = (transactionId: number, stepId: number) => readonly number[];

/** Throws if an entry is impossible: after a gap, on a second deletion of a page, or for an invalid press. */
export function replay(entries: readonly Entry[], stepsBefore: StepsBefore): BinderState {
  const state: BinderState = {
    pages: new Set(),
    transactions: new Map(),
    todos: new Map(),
    counts: new Map(),
  };
  for (const [index, entry] of entries.entries()) {
    assert.equal(entry.seq, index + 1, 'the log has no gap');
    state.counts.set(entry.kind, (state.counts.get(entry.kind) ?? 0) + 1);
    apply(state, entry, stepsBefore);
  }
  return state;
}

function apply(state: BinderState, { seq, kind, body }: Entry, stepsBefore: StepsBefore): void {
  const id = Number(body.id);
  const at = `entry ${seq}, ${kind} ${JSON.stringify(body)}`;
  switch (kind) {
    case 'page_created':
      assert.ok(!state.pages.has(id), `${at}: the id is new`);
      state.pages.add(id);
      break;
    case 'page_deleted':
    case 'page_moved':
      assert.ok(state.pages.delete(id), `${at}: the page was there`);
      break;
    case 'transaction_created':
      state.transactions.set(id, { active: true, ended: false, done: new Set() });
      break;
    case 'transaction_deleted':
      assert.ok(state.transactions.delete(id), `${at}: the transaction was there`);
      break;
    case 'transaction_updated':
      updateTransaction(state, id, body, at);
      break;
    case 'step_completed':
      completeStep(state, Number(body.transaction_id), id, stepsBefore, at);
      break;
    case 'transaction_ended':
      endTransaction(state, id, at);
      break;
    case 'todo_created':
      state.todos.set(id, false);
      break;
    case 'todo_completed':
    case 'todo_reopened':
      assert.equal(state.todos.get(id), kind === 'todo_reopened', `${at}: it was the other way`);
      state.todos.set(id, kind === 'todo_completed');
      break;
    case 'todo_deleted':
      assert.ok(state.todos.delete(id), `${at}: the to-do was there`);
      break;
  }
}

function updateTransaction(state: BinderState, id: number, body: Record<string, unknown>, at: string): void {
  const transaction = state.transactions.get(id);
  assert.ok(transaction, `${at}: the transaction was there`);
  if (typeof body.is_active === 'boolean') transaction.active = body.is_active;
}

function endTransaction(state: BinderState, id: number, at: string): void {
  const transaction = state.transactions.get(id);
  assert.ok(transaction && !transaction.ended, `${at}: the transaction was there and went on`);
  transaction.ended = true;
}

function completeStep(
  state: BinderState,
  transactionId: number,
  id: number,
  stepsBefore: StepsBefore,
  at: string,
): void {
  const transaction = state.transactions.get(transactionId);
  assert.ok(transaction?.active, `${at}: the transaction was there and active`);
  assert.ok(!transaction.ended, `${at}: the transaction went on`);
  assert.ok(!transaction.done.has(id), `${at}: the step was not done`);
  for (const before of stepsBefore(transactionId, id))
    assert.ok(transaction.done.has(before), `${at}: step ${before} was done`);
  transaction.done.add(id);
}
