import assert from 'node:assert/strict';

/** An entry of a binder's log, as the feed gives it. */
export interface Entry {
  seq: number;
  kind: string;
  body: Record<string, unknown>;
}

/** What a binder holds, as its log tells. */
export interface BuiltEvent {
  pages: Set<number>;
  /** The transactions that exist: active or not, ended or not, and the steps that are done. */
  transactions: Map<number, { active: boolean; ended: boolean; done: Set<number> }>;
  todos: Map<number, boolean>;
  /** How often each kind happened. */
  counts: Map<string, number>;
}

/** The steps that come before a step of a transaction. */
export type StepsBefore = (transactionId: number, stepId: number) => readonly number[];

/**
 * Goes through a log in its order and gives what it leads to. Throws when an entry could not have happened where it
 * stands: a gap, a page that goes twice, a button pressed before its turn, twice, or in what is inactive or gone.
 */
export function replay(entries: readonly Entry[], stepsBefore: StepsBefore): BuiltEvent {
  const told: BuiltEvent = { pages: new Set(), transactions: new Map(), todos: new Map(), counts: new Map() };
  for (const [place, entry] of entries.entries()) {
    assert.equal(entry.seq, place + 1, 'the log has no gap');
    told.counts.set(entry.kind, (told.counts.get(entry.kind) ?? 0) + 1);
    apply(told, entry, stepsBefore);
  }
  return told;
}

function apply(told: BuiltEvent, { seq, kind, body }: Entry, stepsBefore: StepsBefore): void {
  const id = Number(body.id);
  const at = `entry ${seq}, ${kind} ${JSON.stringify(body)}`;
  switch (kind) {
    case 'page_created':
      assert.ok(!told.pages.has(id), `${at}: the id is new`);
      told.pages.add(id);
      break;
    case 'page_deleted':
    case 'page_moved':
      assert.ok(told.pages.delete(id), `${at}: the page was there`);
      break;
    case 'transaction_created':
      told.transactions.set(id, { active: true, ended: false, done: new Set() });
      break;
    case 'transaction_deleted':
      assert.ok(told.transactions.delete(id), `${at}: the transaction was there`);
      break;
    case 'transaction_updated':
      updateTransaction(told, id, body, at);
      break;
    case 'step_completed':
      completeStep(told, Number(body.transaction_id), id, stepsBefore, at);
      break;
    case 'transaction_ended':
      endTransaction(told, id, at);
      break;
    case 'todo_created':
      told.todos.set(id, false);
      break;
    case 'todo_completed':
    case 'todo_reopened':
      assert.equal(told.todos.get(id), kind === 'todo_reopened', `${at}: it was the other way`);
      told.todos.set(id, kind === 'todo_completed');
      break;
    case 'todo_deleted':
      assert.ok(told.todos.delete(id), `${at}: the to-do was there`);
      break;
  }
}

function updateTransaction(told: BuiltEvent, id: number, body: Record<string, unknown>, at: string): void {
  const transaction = told.transactions.get(id);
  assert.ok(transaction, `${at}: the transaction was there`);
  if (typeof body.is_active === 'boolean') transaction.active = body.is_active;
}

function endTransaction(told: BuiltEvent, id: number, at: string): void {
  const transaction = told.transactions.get(id);
  assert.ok(transaction && !transaction.ended, `${at}: the transaction was there and went on`);
  transaction.ended = true;
}

function completeStep(
  told: BuiltEvent,
  transactionId: number,
  id: number,
  stepsBefore: StepsBefore,
  at: string,
): void {
  const transaction = told.transactions.get(transactionId);
  assert.ok(transaction?.active, `${at}: the transaction was there and active`);
  assert.ok(!transaction.ended, `${at}: the transaction went on`);
  assert.ok(!transaction.done.has(id), `${at}: the step was not done`);
  for (const before of stepsBefore(transactionId, id))
    assert.ok(transaction.done.has(before), `${at}: step ${before} was done`);
  transaction.done.add(id);
}
