import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { accountEntry, announceAbsence, announceAvailability } from './announce.ts';
import * as queries from './queries.ts';

export const departures: PeriodicJob = {
  name: 'departures',
  everyMs: 2_000,
  work: announceDepartures,
};

export async function announceDepartures(env: Environment): Promise<void> {
  while (!env.closing.aborted && (await announceNext(env)));
}

/** One binder per transaction, so that a crash loses little work. */
function announceNext(env: Environment): Promise<boolean> {
  return env.db.transaction(async (tx) => {
    const departure = await queries.claimDeparture(tx);
    if (!departure) return false;
    const { user_id: userId, binder_id: onlyBinderId } = departure;
    const binderId = onlyBinderId === '' ? await queries.findNextBinder(tx, departure) : onlyBinderId;
    if (binderId !== undefined) await announceIn(env, tx, binderId, departure);
    if (binderId === undefined || onlyBinderId !== '') await queries.deleteDeparture(tx, departure);
    else await queries.moveDeparture(tx, userId, binderId);
    return true;
  });
}

async function announceIn(
  env: Environment,
  tx: Transaction,
  binderId: string,
  departure: queries.DepartureRow,
): Promise<void> {
  if (!(await queries.lockBinder(tx, binderId))) return;
  const {
    user_id: userId,
    actor_id: actorId,
    binder_id: onlyBinderId,
    last_binder_id: lastBinderId,
  } = departure;
  const at = env.clock.now();
  const person = { binderId, userId, actorId, at };
  const entries = departure.is_absence
    ? await announceAbsence(tx, person, lastBinderId === '')
    : await announceAvailability(tx, person, onlyBinderId === '');
  const context = { binderId, actorId, at, bus: env.bus };
  if (!departure.is_absence && onlyBinderId === '') {
    const account = await accountEntry(tx, person);
    if (account.length > 0) await append(tx, { ...context, isOutside: true }, account);
  }
  if (entries.length > 0) await append(tx, context, entries);
}
