import type { Database } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';

const TOLERANCE_MS = 5_000;

/**
 * After an update, `search_lexemes` is incomplete for a while, but `search_terms` of the last release is
 * complete.
 */
const newestIn = (index: 'search_lexemes' | 'search_terms') =>
  `(SELECT created_at FROM ${index} WHERE created_at IS NOT NULL ORDER BY created_at DESC LIMIT 1)`;

export async function findClockLag({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const [newest] = await db.query<{ created_at: number | null }>(
    `SELECT greatest(${newestIn('search_lexemes')}, ${newestIn('search_terms')}) AS created_at`,
  );
  const lag = (newest?.created_at ?? 0) - clock.now();
  return lag > TOLERANCE_MS ? lag : 0;
}
