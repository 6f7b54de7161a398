import type { Database } from '../../../storage/database.ts';

const MAX_BYTES = 8 * 1024 ** 2;

/** If no events are found, the only row has a null `sequence`. */
export interface PulledRow extends Record<string, unknown> {
  last_sequence: number;
  sequence: number | null;
  body: string;
}

export function findEvents(
  db: Database,
  range: { userId: string; after: number; limit: number },
): Promise<PulledRow[]> {
  return db.query<PulledRow>(
    `SELECT o.last_sequence, e.sequence, e.body FROM (
       SELECT user_id, last_sequence FROM org_bots UNION ALL SELECT client_id, last_sequence FROM client_logs
     ) o LEFT JOIN LATERAL (
       SELECT sequence, body FROM (
         SELECT sequence, body,
           sum(octet_length(body)) OVER (ORDER BY sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
         FROM (
           SELECT sequence, body FROM bot_events WHERE user_id = o.user_id AND sequence > $2 ORDER BY sequence LIMIT $3
         ) part
       ) measured WHERE before IS NULL OR before < ${MAX_BYTES}
     ) e ON true WHERE o.user_id = $1 ORDER BY e.sequence`,
    [range.userId, range.after, range.limit],
  );
}

export function findLatestSequences(
  db: Pick<Database, 'query'>,
  userIds: readonly string[],
): Promise<{ key: string; latest: number }[]> {
  return db.query<{ key: string; latest: number }>(
    `SELECT user_id AS key, last_sequence AS latest FROM org_bots WHERE user_id = ANY($1)
     UNION ALL SELECT client_id, last_sequence FROM client_logs WHERE client_id = ANY($1)`,
    [userIds],
  );
}
