import {
  type Actor,
  accessBinderAsOf,
  type BinderAccess,
  type BinderCall,
  changeBinder,
  orNotFound,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, invalid } from '../../errors.ts';
import type { LogBodies, NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { dueFieldsToStore } from '../../time/due-day.ts';
import { clearAlarms, scheduleAlarms } from './alarm.ts';
import { checkDueChanges } from './due-times.ts';
import * as queries from './queries.ts';
import { findReadySteps, type ReadyStep, readySteps } from './ready-steps.ts';
import type { TransactionUpdate } from './schema.ts';

export const TRANSACTION_TABLES = ['transactions', 'transaction_steps', 'pages', 'files'] as const;

export async function getTransaction(
  env: Environment,
  actor: Actor,
  binderId: string,
  transactionId: number,
  asOf?: string,
): Promise<queries.TransactionRow> {
  const db = await accessBinderAsOf(env, actor, binderId, asOf, TRANSACTION_TABLES);
  const row = await queries.findTransaction(db, binderId, env.clock.now(), transactionId);
  return orNotFound(row, 'transaction', transactionId);
}

/** If a button ended the transaction, activating it reopens the button's step. */
export function updateTransaction(
  call: BinderCall,
  transactionId: number,
  input: TransactionUpdate,
): Promise<void> {
  const { title, is_active: isActive, display_status: displayStatus } = input;
  if (Object.values(input).every((value) => value === undefined)) {
    throw invalid('', because('nothing_to_change'));
  }
  return changeBinder(call, 'write', async ({ tx, access, at, log }) => {
    await checkOwn(tx, access, call.actor, transactionId);
    await changeDueTimes(tx, call.binderId, transactionId, input, at);
    const readyBefore = isActive ? await findReadySteps(tx, call.binderId, transactionId) : [];
    const wasNotReady = ({ id }: ReadyStep) => !readyBefore.some((step) => step.id === id);
    const change = { title, isActive, displayStatus };
    const reopened = await queries.changeTransaction(tx, call.binderId, transactionId, change, at);
    const body: LogBodies['transaction_updated'] = {
      id: transactionId,
      ...(title === undefined ? {} : { title }),
      ...(isActive === undefined ? {} : { is_active: isActive }),
      ...(isActive ? await readySteps(tx, call.binderId, transactionId, wasNotReady) : {}),
    };
    const entries: NewLogEntry[] = [{ kind: 'transaction_updated', body }];
    if (reopened !== undefined) {
      await scheduleAlarms(tx, call.binderId, transactionId, at);
      entries.push({ kind: 'transaction_reopened', body: { id: transactionId, step_id: reopened } });
    }
    await log(entries);
  });
}

async function changeDueTimes(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  input: TransactionUpdate,
  at: number,
): Promise<void> {
  const { due_time, due_day, reminders, steps = [] } = input;
  const isSame = due_time === undefined && due_day === undefined && reminders === undefined;
  if (isSame && steps.length === 0) return;
  const current = await requireTransaction(tx, binderId, at, transactionId);
  const { due_time: dueAt, due_day: dueDay } = dueFieldsToStore({ due_time, due_day }, current.due_at);
  checkDueChanges({ due_time: dueAt, steps }, current, at);
  const changed = steps.map(({ id, due_time, reminders }) => ({ id, dueAt: due_time, reminders }));
  await queries.changeDueTimes(tx, binderId, transactionId, { dueAt, dueDay, reminders, steps: changed }, at);
}

export async function requireTransaction(
  tx: Transaction,
  binderId: string,
  at: number,
  transactionId: number,
): Promise<queries.TransactionRow> {
  return orNotFound(
    await queries.findTransaction(tx, binderId, at, transactionId),
    'transaction',
    transactionId,
  );
}

export function deleteTransaction(call: BinderCall, transactionId: number): Promise<void> {
  return changeBinder(call, 'write', async ({ tx, access, at, log }) => {
    await checkOwn(tx, access, call.actor, transactionId);
    await queries.markTransactionDeleted(tx, call.binderId, transactionId, at);
    await clearAlarms(tx, call.binderId, transactionId);
    await log([{ kind: 'transaction_deleted', body: { id: transactionId } }]);
  });
}

export async function checkOwn(
  tx: Transaction,
  { binderId, role }: BinderAccess,
  actor: Actor,
  transactionId: number,
): Promise<void> {
  const creatorId = orNotFound(
    await queries.findCreatorId(tx, binderId, transactionId),
    'transaction',
    transactionId,
  );
  if (role !== 'owner' && creatorId !== actor.userId) {
    throw forbidden(because('transaction_owners_only'));
  }
}
