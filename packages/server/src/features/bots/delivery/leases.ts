import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../environment.ts';
import { type ClaimedLane, type ClaimWish, claimLanes, renewLeases } from './claim-queries.ts';

/** How long a lane stays ours unless the lease is renewed: what a process that died had is taken over after it. */
const LEASE_MS = 15_000;
/** A lease is renewed this often in its time, */
const BEATS = 4;
/** and counts as over here so much of its time earlier than for those who would take the lane over. */
const MARGIN = 0.2;
/** How often in its time it is looked at whether a lease is over. */
const LOOKS = 40;

/** A lane that is ours to push, while the lease holds. */
export interface Hold {
  lane: ClaimedLane;
  /** Whether another call may begin. It may not once an event under way was given up, say because the bot was disabled. */
  isOurs(): boolean;
  /** Aborts when the lane may become another's: a call under way has to end then. */
  signal: AbortSignal;
  /** Tells which event is under way. */
  begin(sequence: number): void;
  /** Ends the renewing. */
  end(): void;
}

/** Claims lanes, and keeps them for as long as they are held. */
export interface Leases {
  /** What the names of its leases begin with. */
  name: string;
  claim(wish: Omit<ClaimWish, 'lease' | 'leaseMs'>): Promise<Hold[]>;
  stop(): void;
}

interface Held extends Hold {
  key: string;
  /** The event under way. */
  sequence: number | null;
  /** Whether the last renewal found the lane still ours, and its event still to be pushed. */
  isKept: boolean;
  keepUntil(end: Instant): void;
  look(): void;
}

/**
 * Makes leases. Every claim has a lease of its own name, so that who held a lane before, in this process too, changes
 * nothing of it any more. A process that stood still for longer than the lease finds it over before it does anything
 * else: timers come before what the network brings.
 */
export function createLeases(
  { db, log }: Pick<Environment, 'db' | 'log'>,
  leaseMs: number = LEASE_MS,
): Leases {
  const name = randomUUID();
  const held = new Map<string, Held>();
  let claims = 0;
  let renewing = false;

  const endOfLease = () => after(leaseMs * (1 - MARGIN));

  async function renew(): Promise<void> {
    const all = [...held.values()].filter(({ isKept }) => isKept);
    if (all.length === 0 || renewing) return;
    renewing = true;
    const end = endOfLease();
    try {
      const wishes = all.map(({ lane, sequence }) => ({ ...lane, sequence }));
      const renewed = new Set((await renewLeases(db, wishes, leaseMs)).map(keyOf));
      for (const hold of all) {
        hold.isKept = renewed.has(hold.key);
        if (hold.isKept) hold.keepUntil(end);
      }
    } catch (error) {
      log.warn({ err: error }, 'lanes of bots could not be kept; it is tried again');
    } finally {
      renewing = false;
    }
  }

  const timers = [
    setInterval(() => void renew(), leaseMs / BEATS),
    setInterval(() => {
      for (const hold of held.values()) hold.look();
    }, leaseMs / LOOKS),
  ];
  for (const timer of timers) timer.unref();

  return {
    name,
    async claim(wish) {
      const end = endOfLease();
      const lease = `${name}:${++claims}`;
      const lanes = await claimLanes(db, { ...wish, lease, leaseMs });
      return lanes.map((lane) => {
        const hold = holdLane(lane, end, () => held.delete(hold.key));
        held.set(hold.key, hold);
        return hold;
      });
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** A moment by both clocks: the one that never jumps, and the one that goes on while the machine sleeps. */
interface Instant {
  steady: number;
  wall: number;
}

function after(ms: number): Instant {
  return { steady: performance.now() + ms, wall: Date.now() + ms };
}

function hasPassed({ steady, wall }: Instant): boolean {
  return performance.now() >= steady || Date.now() >= wall;
}

function keyOf({ user_id, binder_id, lease }: Pick<ClaimedLane, 'user_id' | 'binder_id' | 'lease'>): string {
  return `${user_id} ${binder_id} ${lease}`;
}

function holdLane(lane: ClaimedLane, firstEnd: Instant, release: () => void): Held {
  const over = new AbortController();
  let end = firstEnd;
  const held: Held = {
    lane,
    key: keyOf(lane),
    sequence: null,
    isKept: true,
    isOurs: () => held.isKept && !hasPassed(end),
    signal: over.signal,
    begin(sequence) {
      held.sequence = sequence;
    },
    keepUntil(later) {
      end = later;
    },
    look() {
      if (hasPassed(end)) over.abort();
    },
    end: release,
  };
  return held;
}
