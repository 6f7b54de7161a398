import type { Database } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';

/** The clocks of several machines differ by less. */
const TOLERANCE_MS = 5_000;

/**
 * Returns by how many milliseconds the clock is behind the newest message or page, and 0 within the tolerance. It is after
 * the clock was ahead for a while. Then new entries of a log keep the time of its latest one until the clock has
 * caught up. Reads the search index, which alone has the times of all binders in order.
 */
export async function findClockLag({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const [newest] = await db.query<{ created_at: number }>(
    'SELECT created_at FROM search_terms WHERE created_at IS NOT NULL ORDER BY created_at DESC LIMIT 1',
  );
  const lag = (newest?.created_at ?? 0) - clock.now();
  return lag > TOLERANCE_MS ? lag : 0;
}
