import { type CallClass, type CallSlot, callClasses } from '../limits/call-class.ts';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';

/** A call waits so long for its turn while it is too much; then it is refused. What is accepted is to be answered within a second. */
const MAX_WAIT_MS = 300;
/**
 * A queue that was empty so short a while ago is a burst, which the server works off: nobody is refused. One that does not get
 * empty is too much (as CoDel tells a good queue from a bad one, RFC 8289).
 */
export const MAX_BURST_MS = 700;
/** So often a call that waits longer in a burst looks whether it still is one. */
const LOOK_MS = 50;
/** From here on the newest is taken first: of those that wait long most are refused in any case, and so the others are quick. */
const CROWDED_MS = 100;
/** So many of a class wait at the most. */
const MAX_WAITING = 5_000;

/**
 * So many of a class may be under way at the least, where the processor is busy with a few: a password is hashed, an upload read
 * and hashed, an export written. With 64 of them a flood of uploads was answered after 3 s, one of exports after 5 s (p99).
 */
const MIN_LIMITS: Partial<Record<CallClass, number>> = { sign_in: 4, uploads: 16, exports: 8 };

/** A call that may have to wait for its turn. */
export interface QueuedCall {
  /** Told when it is its turn. Ends the slot. */
  begin(slot: CallSlot): void;
  /** Told when it is refused instead. */
  refuse(): void;
  /** Whether the caller has gone. */
  isGone(): boolean;
}

/** Decides which calls begin, and when. */
export interface AdmissionQueue {
  arrive(callClass: CallClass, address: string, arrival: QueuedCall): void;
  /** For each class: how many may be under way, are, and wait. */
  usage(): { callClass: CallClass; limit: number; underWay: number; waiting: number }[];
}

interface Waiting extends QueuedCall {
  since: number;
  timer: NodeJS.Timeout;
}

/**
 * A queue for each class, each with an adaptive concurrency limit. In a queue addresses take turns, so that a flood from one
 * shuts out no other; those of one address come first in, first out, and newest first while it is crowded.
 */
export function createAdmissionQueue(): AdmissionQueue {
  const queues = new Map(
    callClasses.map((callClass) => [callClass, createClassQueue(MIN_LIMITS[callClass])]),
  );
  return {
    arrive: (callClass, address, arrival) => queues.get(callClass)?.arrive(address, arrival),
    usage: () => [...queues].map(([callClass, queue]) => ({ callClass, ...queue.usage() })),
  };
}

function createClassQueue(minLimit?: number) {
  const concurrency = createAdaptiveConcurrency(minLimit);
  /** Calls that wait, by address; the address whose turn it is comes first. */
  const byAddress = new Map<string, Waiting[]>();
  let waiting = 0;
  /** Since when somebody waits. */
  let waitingSince = 0;
  let isBeginning = false;

  /** A call may end while it begins, which must not go deeper with each. */
  function beginNext(): void {
    if (isBeginning) return;
    isBeginning = true;
    while (waiting > 0 && concurrency.hasFree()) {
      const next = takeNext();
      clearTimeout(next.timer);
      if (!next.isGone()) next.begin(takeSlot());
    }
    isBeginning = false;
  }

  function takeNext(): Waiting {
    const [address, queue] = byAddress.entries().next().value as [string, Waiting[]];
    byAddress.delete(address);
    const isCrowded = performance.now() - (queue[0]?.since ?? 0) > CROWDED_MS;
    const next = (isCrowded ? queue.pop() : queue.shift()) as Waiting;
    if (queue.length > 0) byAddress.set(address, queue);
    waiting--;
    return next;
  }

  function expire(address: string, entry: Waiting): void {
    if (performance.now() - waitingSince < MAX_BURST_MS) {
      entry.timer = setTimeout(expire, LOOK_MS, address, entry);
      return;
    }
    const queue = byAddress.get(address) ?? [];
    queue.splice(queue.indexOf(entry), 1);
    if (queue.length === 0) byAddress.delete(address);
    waiting--;
    entry.refuse();
  }

  function takeSlot(): CallSlot {
    let state: 'held' | 'paused' | 'ended' = 'held';
    concurrency.begin();
    const leave = (next: 'paused' | 'ended') => {
      const wasHeld = state === 'held';
      if (state !== 'ended') state = next;
      if (!wasHeld) return;
      concurrency.end();
      if (waiting > 0) beginNext();
    };
    return {
      pause: () => leave('paused'),
      end: () => leave('ended'),
      resume() {
        if (state !== 'paused') return;
        state = 'held';
        concurrency.begin();
      },
    };
  }

  function wait(address: string, arrival: QueuedCall): void {
    const entry: Waiting = {
      ...arrival,
      since: performance.now(),
      timer: setTimeout(() => expire(address, entry), MAX_WAIT_MS),
    };
    if (waiting === 0) waitingSince = entry.since;
    const queue = byAddress.get(address);
    if (queue) queue.push(entry);
    else byAddress.set(address, [entry]);
    waiting++;
    beginNext();
  }

  return {
    usage: () => ({ limit: concurrency.limit, underWay: concurrency.underWay, waiting }),
    arrive(address: string, arrival: QueuedCall): void {
      if (waiting === 0 && concurrency.hasFree()) arrival.begin(takeSlot());
      else if (waiting >= MAX_WAITING && byAddress.has(address)) arrival.refuse();
      else wait(address, arrival);
    },
  };
}
