import type { Transaction } from '../storage/database.ts';
import type { LogBus } from './bus.ts';
import type { NewLogEntry } from './entry.ts';
import { storeTrace } from './traces.ts';

/** If `at` is before the latest entry's time, that time is used, so times never decrease. */
export interface LogContext {
  binderId: string;
  actorId: string;
  at: number;
  bus: Pick<LogBus, 'wake'>;
  /** Leaves `updated_time` unchanged, because nobody has done anything in the binder. */
  isOutside?: boolean;
}

/** The lock on the binder's row keeps `seq` without gaps and in the order of commits. */
export async function append(
  tx: Transaction,
  context: LogContext,
  entries: readonly NewLogEntry[],
): Promise<number> {
  const { binderId, actorId, at, bus, isOutside = false } = context;
  const rows = await tx.query<{ seq: number }>(
    `WITH taken AS (
       UPDATE binders SET seq = seq + $2, updated_at = CASE WHEN $7 THEN updated_at ELSE greatest(updated_at, $3) END WHERE id = $1
       RETURNING seq - $2 AS base, greatest(updated_at, $3) AS at
     )
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, taken.base + entry.ordinal, taken.at, $4, entry.kind, entry.body
     FROM taken, unnest($5::text[], $6::jsonb[]) WITH ORDINALITY AS entry (kind, body, ordinal)
     RETURNING seq`,
    [
      binderId,
      entries.length,
      at,
      actorId,
      entries.map((entry) => entry.kind),
      entries.map((entry) => JSON.stringify(entry.body)),
      isOutside,
    ],
  );
  tx.afterCommit(() => bus.wake(binderId));
  // A large change has more entries than a call can have arguments.
  const last = rows.reduce((latest, { seq }) => Math.max(latest, seq), 0);
  await storeTrace(tx, { binderId, at, last, count: rows.length });
  return last;
}

export async function allocateIds(tx: Transaction, binderId: string, count: number): Promise<number> {
  const rows = await tx.query<{ first: number }>(
    'UPDATE binders SET next_id = next_id + $2 WHERE id = $1 RETURNING next_id - $2 AS first',
    [binderId, count],
  );
  const first = rows[0]?.first;
  if (first === undefined) throw new Error(`there is no binder ${binderId}`);
  return first;
}
