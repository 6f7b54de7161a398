import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { type ClaimedQueue, type ClaimInput, claimQueues, renewLeases } from './claim-queries.ts';

const LEASE_MS = 15_000;
const RENEWALS_PER_LEASE = 4;
/** The holder stops when this share of the lease remains, before another process can claim the queue. */
const EXPIRY_MARGIN = 0.2;
const CHECKS_PER_LEASE = 40;

export interface QueueLease {
  queue: ClaimedQueue;
  isHeld(): boolean;
  /** Aborts when the lease may have expired. */
  signal: AbortSignal;
  beginEvent(sequence: number): void;
  end(): void;
}

export interface Leases {
  name: string;
  claim(input: Omit<ClaimInput, 'lease' | 'leaseMs'>): Promise<QueueLease[]>;
  stop(): void;
}

interface HeldLease extends QueueLease {
  key: string;
  sequence: number | null;
  /** False if a renewal found that the lease was lost or the event is no longer pending. */
  isValid: boolean;
  extendTo(end: Instant): void;
  checkExpiry(): void;
}

/**
 * Each claim gets a unique lease, so that an earlier claim of the same process cannot change the queue. After a
 * suspension, timers run before network events, so a request is aborted before its response is handled.
 */
export function createLeases(
  { db, log }: Pick<Environment, 'db' | 'log'>,
  leaseMs: number = LEASE_MS,
): Leases {
  const name = randomUUID();
  const leased = new Map<string, HeldLease>();
  let claims = 0;
  let renewing = false;

  const endOfLease = () => instantAfter(leaseMs * (1 - EXPIRY_MARGIN));

  async function renew(): Promise<void> {
    const all = [...leased.values()].filter(({ isValid }) => isValid);
    if (all.length === 0 || renewing) return;
    renewing = true;
    const end = endOfLease();
    try {
      const inputs = all.map(({ queue, sequence }) => ({ ...queue, sequence }));
      const renewed = new Set((await renewLeases(db, inputs, leaseMs)).map(keyOf));
      for (const hold of all) {
        hold.isValid = renewed.has(hold.key);
        if (hold.isValid) hold.extendTo(end);
      }
    } catch (error) {
      log.warn({ err: error }, 'bot delivery: renewing queue leases failed, retrying');
    } finally {
      renewing = false;
    }
  }

  const timers = [
    setInterval(() => void renew(), leaseMs / RENEWALS_PER_LEASE),
    setInterval(() => {
      for (const hold of leased.values()) hold.checkExpiry();
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
        const hold = holdQueue(queue, end, () => leased.delete(hold.key));
        leased.set(hold.key, hold);
        return hold;
      });
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** The monotonic clock stops while the machine sleeps. */
interface Instant {
  steady: number;
  wall: number;
}

function instantAfter(ms: number): Instant {
  return { steady: performance.now() + ms, wall: Date.now() + ms };
}

function hasPassed({ steady, wall }: Instant): boolean {
  return performance.now() >= steady || Date.now() >= wall;
}

function keyOf({ user_id, binder_id, lease }: Pick<ClaimedQueue, 'user_id' | 'binder_id' | 'lease'>): string {
  return `${user_id} ${binder_id} ${lease}`;
}

function holdQueue(queue: ClaimedQueue, firstEnd: Instant, release: () => void): HeldLease {
  const expiry = new AbortController();
  let end = firstEnd;
  const currentLease: HeldLease = {
    queue,
    key: keyOf(queue),
    sequence: null,
    isValid: true,
    isHeld: () => currentLease.isValid && !hasPassed(end),
    signal: expiry.signal,
    beginEvent(sequence) {
      currentLease.sequence = sequence;
    },
    extendTo(later) {
      end = later;
    },
    checkExpiry() {
      if (hasPassed(end)) expiry.abort();
    },
    end: release,
  };
  return currentLease;
}
