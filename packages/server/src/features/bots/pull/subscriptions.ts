import type { Environment } from '../../../environment.ts';

/** A wake-up can be lost (another process wrote), so the logs of those who wait are looked at this often. */
const POLL_INTERVAL_MS = 1_000;

interface Waiting {
  userId: string;
  seen: number;
  wake(): void;
}

/** Tells bots that wait when their logs have grown. */
export interface EventSubscriptions {
  /** Ends when the log of a bot has grown since `begin`, or `over` aborts. It may also end for nothing. */
  begin(userId: string, over: AbortSignal): { next(seen: number): Promise<void>; end(): void };
}

/** Watches the logs of bots: by the bus, and by one look a second for all who wait. */
export function createEventSubscriptions({ db, bus }: Pick<Environment, 'db' | 'bus'>): EventSubscriptions {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const all = [...waiting];
    const rows = await db.query<{ place: number }>(
      `SELECT w.place FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS w (user_id, seen, place)
       JOIN org_bots o ON o.user_id = w.user_id AND o.last_sequence > w.seen`,
      [all.map(({ userId }) => userId), all.map(({ seen }) => seen)],
    );
    for (const { place } of rows) all[place - 1]?.wake();
  }

  function lookLater(): void {
    timer = setTimeout(async () => {
      // Without a database each finds out for itself, and tells so.
      await look().catch(() => {
        for (const { wake } of waiting) wake();
      });
      timer = undefined;
      if (waiting.size > 0) lookLater();
    }, POLL_INTERVAL_MS);
  }

  return {
    begin(userId, over) {
      let rang = false;
      let wakeUp: (() => void) | undefined;
      const ring = () => {
        rang = true;
        wakeUp?.();
      };
      const unsubscribe = bus.subscribe(userId, ring);
      over.addEventListener('abort', ring);
      return {
        async next(seen) {
          const one = { userId, seen, wake: ring };
          waiting.add(one);
          if (timer === undefined) lookLater();
          if (!rang && !over.aborted) await new Promise<void>((resolve) => (wakeUp = resolve));
          rang = false;
          wakeUp = undefined;
          waiting.delete(one);
          if (waiting.size === 0) {
            clearTimeout(timer);
            timer = undefined;
          }
        },
        end() {
          unsubscribe();
          over.removeEventListener('abort', ring);
        },
      };
    },
  };
}
