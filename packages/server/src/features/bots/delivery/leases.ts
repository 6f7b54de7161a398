import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { type ClaimedQueue, type ClaimInput, claimQueues, renewLeases } from './claim-queries.ts';

/** How long a queue stays ours unless the lease is renewed: what a process that died had is taken over after it. */
const LEASE_MS = 15_000;
/** A lease is renewed this often in its time, */
const RENEWALS_PER_LEASE = 4;
/** and counts as over here so much of its time earlier than for those who would take the queue over. */
const MARGIN = 0.2;
/** How often in its time it is looked at whether a lease is over. */
const CHECKS_PER_LEASE = 40;

/** A queue that is ours to push, while the lease holds. */
export interface Hold {
  queue: ClaimedQueue;
  /** Whether another call may begin. It may not once an event under way was given up, say because the bot was disabled. */
  isOurs(): boolean;
  /** Aborts when the queue may become another's: a call under way has to end then. */
  signal: AbortSignal;
  /** Tells which event is under way. */
  begin(sequence: number): void;
  end(): void;
}

/** Claims queues, and keeps them for as long as they are held. */
export interface Leases {
  /** What the names of its leases begin with. */
  name: string;
  claim(input: Omit<ClaimInput, 'lease' | 'leaseMs'>): Promise<Hold[]>;
  stop(): void;
}

interface Held extends Hold {
  key: string;
  /** The event under way. */
  sequence: number | null;
  /** Whether the last renewal found the queue still ours, and its event still to be pushed. */
  isKept: boolean;
  keepUntil(end: Instant): void;
  poll(): void;
}

/**
 * Makes leases. Every claim has a lease of its own name, so that who held a queue before, in this process too, changes
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
      const inputs = all.map(({ queue, sequence }) => ({ ...queue, sequence }));
      const renewed = new Set((await renewLeases(db, inputs, leaseMs)).map(keyOf));
      for (const hold of all) {
        hold.isKept = renewed.has(hold.key);
        if (hold.isKept) hold.keepUntil(end);
      }
    } catch (error) {
      log.warn({ err: error }, 'queues of bots could not be kept; it is tried again');
    } finally {
      renewing = false;
    }
  }

  const timers = [
    setInterval(() => void renew(), leaseMs / RENEWALS_PER_LEASE),
    setInterval(() => {
      for (const hold of held.values()) hold.poll();
    }, leaseMs / CHECKS_PER_LEASE),
  ];
  for (const timer of timers) timer.unref();

  return {
    name,
    async claim(input) {
      const end = endOfLease();
      const lease = `${name}:${++claims}`;
      const queues = await claimQueues(db, { ...input, lease, leaseMs });
      return queues.map((queue) => {
        const hold = holdQueue(queue, end, () => held.delete(hold.key));
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

function keyOf({ user_id, binder_id, lease }: Pick<ClaimedQueue, 'user_id' | 'binder_id' | 'lease'>): string {
  return `${user_id} ${binder_id} ${lease}`;
}

function holdQueue(queue: ClaimedQueue, firstEnd: Instant, release: () => void): Held {
  const over = new AbortController();
  let end = firstEnd;
  const held: Held = {
    queue,
    key: keyOf(queue),
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
    poll() {
      if (hasPassed(end)) over.abort();
    },
    end: release,
  };
  return held;
}
