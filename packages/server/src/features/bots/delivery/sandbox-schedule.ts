import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../environment/environment.ts';
import type { TimedWork } from '../../../sandbox/index.ts';
import type { Database } from '../../../storage/database.ts';
import { JOIN_RECEIVER } from './claim-queries.ts';

const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;

/** While the sandbox clock advances, it stops at each due time until the due events are pushed. */
export function scheduleDeliveries({ db, clock }: Pick<Environment, 'db' | 'clock'>): TimedWork {
  return {
    async findNext(now) {
      const [row] = await db.query<{ at: number | null }>(
        `SELECT min(l.due_at) AS at FROM bot_queues l ${JOIN_RECEIVER} WHERE l.last_sequence > l.done_sequence AND l.due_at > $1`,
        [now],
      );
      return row?.at ?? null;
    },
    async runDue({ signal }) {
      let pauseMs = FIRST_PAUSE_MS;
      while (!signal.aborted && (await hasWork(db, clock.now()))) {
        await sleep(pauseMs);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    },
  };
}

async function hasWork(db: Database, now: number): Promise<boolean> {
  const [row] = await db.query<{ has_work: boolean }>(
    `SELECT EXISTS (SELECT FROM bot_log_cursors r JOIN binders b ON b.id = r.binder_id WHERE b.seq > r.seq)
       OR EXISTS (SELECT FROM bot_queues l ${JOIN_RECEIVER} WHERE l.last_sequence > l.done_sequence AND l.due_at <= $1) AS has_work`,
    [now],
  );
  return row?.has_work ?? false;
}
