import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append } from '../../log/index.ts';
import { type Database, hasRow, type Transaction } from '../../storage/database.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';
import { IS_UNATTENDED, isOrphaned } from './change-queries.ts';
import { expireMeet } from './running.ts';
import { repeatMeets } from './series.ts';

const BATCH = 200;
export const REMINDER_MS = 10 * 60 * 1000;
/** An unscheduled meet ends if nobody joins within this time. */
export const UNATTENDED_MS = 15 * 60 * 1000;

export const meetJobs: PeriodicJob = {
  name: 'meets',
  everyMs: 5_000,
  work: async (env, onItemFailure) => {
    await remindOfMeets(env);
    await expireMeets(env);
    await repeatMeets(env, onItemFailure);
  },
  findNext: findNextMeet,
};

interface DueMeet extends Record<string, unknown> {
  binder_id: string;
  id: number;
  session_key: string;
  name: string;
  host_id: string;
  starts_at: number;
  ends_at: number;
}

export async function remindOfMeets(env: Environment): Promise<number> {
  const now = env.clock.now();
  let reminded = 0;
  for (const meet of await findDue(env.db, now)) {
    await env.db.transaction(async (tx) => {
      if (!(await claim(tx, meet, now))) return;
      const { binder_id: binderId, host_id: actorId, id, session_key, name, starts_at, ends_at } = meet;
      const body = { id, session_key, name, start_time: starts_at, end_time: ends_at };
      await append(tx, { binderId, actorId, at: now, bus: env.bus }, [{ kind: 'meet_reminded', body }]);
      reminded++;
    });
  }
  return reminded;
}

async function findNextMeet({ db }: Environment, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    `SELECT min(at) AS at FROM (
       SELECT least(min(m.starts_at - ${REMINDER_MS}) FILTER (WHERE m.reminded_at IS NULL AND m.starts_at - ${REMINDER_MS} > $1),
         min(m.ends_at) FILTER (WHERE m.ends_at > $1)) AS at
       FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL WHERE m.state = 'SESSION_SCHEDULED'
       UNION ALL
       SELECT min(m.started_at + ${UNATTENDED_MS})
       FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
       WHERE m.state = 'SESSION_STARTED' AND ${IS_UNATTENDED} AND m.started_at + ${UNATTENDED_MS} > $1
     ) next`,
    [now],
  );
  return row?.at ?? null;
}

function findDue(db: Database, now: number): Promise<DueMeet[]> {
  return db.query<DueMeet>(
    `SELECT m.binder_id, m.id, m.session_key, m.name, m.host_id, m.starts_at, m.ends_at
     FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.state = 'SESSION_SCHEDULED' AND m.starts_at <= $2 AND m.ends_at > $1 AND m.reminded_at IS NULL
     ORDER BY m.starts_at LIMIT ${BATCH}`,
    [now, now + REMINDER_MS],
  );
}

/** Under this lock, the times of the meet cannot change. */
async function claim(tx: Transaction, meet: DueMeet, now: number): Promise<boolean> {
  await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [meet.binder_id]);
  return hasRow(
    tx,
    `UPDATE meets SET reminded_at = $3 WHERE binder_id = $1 AND id = $2
       AND state = 'SESSION_SCHEDULED' AND starts_at = $4 AND reminded_at IS NULL RETURNING id`,
    [meet.binder_id, meet.id, now, meet.starts_at],
  );
}

/** Earlier releases stored no end of a lease when a process gave up a meet. */
async function dateReleases(db: Database): Promise<void> {
  await db.query(
    `UPDATE meets SET node_lease_until = ${DATABASE_NOW} - 1
     WHERE state = 'SESSION_STARTED' AND node_lease_until IS NULL AND (${IS_UNATTENDED}) IS NOT TRUE`,
  );
}

interface EndedMeet extends Record<string, unknown> {
  binder_id: string;
  session_key: string;
  move: Parameters<typeof expireMeet>[2];
  /** Null unless `move` is `orphan`. */
  lease: number | null;
}

/** Leases of orphaned meets in the previous round, by session key. */
const orphans = new WeakMap<Environment, ReadonlyMap<string, number | null>>();

/**
 * After an outage of the database, a running process may not have renewed its lease yet. An orphaned meet therefore
 * ends only if its lease is the same as in the previous round.
 */
export async function expireMeets(env: Environment): Promise<number> {
  await dateReleases(env.db);
  const due = await env.db.query<EndedMeet>(
    `SELECT m.binder_id, m.session_key, m.starts_at, 'expire' AS move, NULL::bigint AS lease
     FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.state = 'SESSION_SCHEDULED' AND m.ends_at <= $1
     UNION ALL
     SELECT m.binder_id, m.session_key, m.starts_at, 'abandon', NULL
     FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.state = 'SESSION_STARTED' AND ${IS_UNATTENDED} AND m.started_at <= $1::bigint - ${UNATTENDED_MS}
     UNION ALL
     SELECT m.binder_id, m.session_key, m.starts_at, 'orphan', m.node_lease_until
     FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.state = 'SESSION_STARTED' AND ${isOrphaned('$1')}
     ORDER BY starts_at LIMIT ${BATCH}`,
    [env.clock.now()],
  );
  const earlier = orphans.get(env);
  orphans.set(
    env,
    new Map(due.filter(({ move }) => move === 'orphan').map((meet) => [meet.session_key, meet.lease])),
  );
  let ended = 0;
  for (const { move, lease, ...meet } of due) {
    if (move === 'orphan' && earlier?.get(meet.session_key) !== lease) continue;
    if (await expireMeet(env, meet, move)) ended++;
  }
  return ended;
}
