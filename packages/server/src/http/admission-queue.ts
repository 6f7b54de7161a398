import { FairQueue } from '@ringbinder/fair-queue';
import { type CallClass, type CallSlot, callClasses } from '../limits/call-class.ts';

/** How long a call waits for its turn before the server refuses it. */
const MAX_WAIT_MS = 300;
/** A queue that was empty less than this ago holds a burst, which the server works off without refusals. */
export const MAX_BURST_MS = 700;
/** How often a call that waits longer in a burst checks that it still is one. */
const BURST_CHECK_MS = 50;
/** Each waiting call holds memory. Pipelined calls could otherwise fill the heap within one turn of the event loop. */
const MAX_WAITING = 5_000;
/** A class may have as many calls under way as ended in the last window, so that a call takes about this long. */
const WINDOW_MS = 200;
const MIN_LIMIT = 64;
/** The limit falls to at least this share in a window, because a pause of the disk does not last. */
const MAX_FALL = 0.8;
/**
 * Posts that wait for the same binder share a commit, so more of them cost less. A few sign-ins, uploads and exports keep every
 * core busy. Twice as many of these begin while no call waits: a program that sends 32 files at once is no overload.
 */
const MIN_LIMITS: Partial<Record<CallClass, number>> = { posting: 128, sign_in: 4, uploads: 16, exports: 8 };

/** A call that may have to wait for its turn. */
export interface QueuedCall {
  /** Begins the call. The callee ends the slot. */
  begin(slot: CallSlot): void;
  refuse(): void;
  /** Whether the caller has hung up. */
  isGone(): boolean;
}

/** Decides which calls begin, and when. */
export interface AdmissionQueue {
  arrive(callClass: CallClass, address: string, call: QueuedCall): void;
  /** For each class: the limit, the calls under way and the calls that wait. */
  usage(): { callClass: CallClass; limit: number; underWay: number; waiting: number }[];
}

/** Creates one queue with one limit for each class, so that a flood of one class does not delay another. */
export function createAdmissionQueue(): AdmissionQueue {
  const queues = new Map(
    callClasses.map((callClass) => [callClass, createClassQueue(MIN_LIMITS[callClass] ?? MIN_LIMIT)]),
  );
  return {
    arrive: (callClass, address, call) => queues.get(callClass)?.arrive(address, call),
    usage: () => [...queues].map(([callClass, queue]) => ({ callClass, ...queue.usage() })),
  };
}

/**
 * Addresses take turns. The newest call of an address goes first: under overload most of the oldest are refused in any case,
 * so accepted calls wait briefly.
 */
function createClassQueue(minLimit: number) {
  const waiting = new FairQueue<{ call: QueuedCall; timer: NodeJS.Timeout }>();
  const idleLimit = minLimit < MIN_LIMIT ? 2 * minLimit : minLimit;
  let limit = idleLimit;
  let underWay = 0;
  let ended = 0;
  let windowStart = performance.now();
  let waitingSince = 0;
  let isBeginning = false;

  /** Without calls that wait, few calls end because few arrive, so the limit does not fall. */
  function updateLimit(): void {
    const passed = performance.now() - windowStart;
    if (passed < WINDOW_MS) return;
    limit =
      waiting.length === 0
        ? Math.max(limit, idleLimit)
        : Math.max(minLimit, Math.floor(limit * MAX_FALL), Math.floor((ended * WINDOW_MS) / passed));
    ended = 0;
    windowStart += passed;
  }

  function takeSlot(): CallSlot {
    let state: 'held' | 'paused' | 'ended' = 'held';
    underWay++;
    const leave = (next: 'paused' | 'ended') => {
      const wasHeld = state === 'held';
      if (state !== 'ended') state = next;
      if (!wasHeld) return;
      underWay--;
      if (next === 'ended') ended++;
      beginNext();
    };
    return {
      pause: () => leave('paused'),
      end: () => leave('ended'),
      resume() {
        if (state !== 'paused') return;
        state = 'held';
        underWay++;
      },
    };
  }

  /** A call can end while it begins, so this does not recurse. */
  function beginNext(): void {
    updateLimit();
    if (isBeginning) return;
    isBeginning = true;
    while (underWay < limit) {
      const next = waiting.pop();
      if (!next) break;
      clearTimeout(next.timer);
      if (!next.call.isGone()) next.call.begin(takeSlot());
    }
    isBeginning = false;
  }

  return {
    usage: () => ({ limit, underWay, waiting: waiting.length }),
    arrive(address: string, call: QueuedCall): void {
      if (waiting.length >= MAX_WAITING && waiting.has(address)) {
        call.refuse();
        return;
      }
      const expire = () => {
        if (performance.now() - waitingSince < MAX_BURST_MS) {
          entry.timer = setTimeout(expire, BURST_CHECK_MS);
          return;
        }
        waiting.remove(address, entry);
        call.refuse();
      };
      const entry = { call, timer: setTimeout(expire, MAX_WAIT_MS) };
      if (waiting.length === 0) waitingSince = performance.now();
      updateLimit();
      waiting.push(address, entry);
      beginNext();
    },
  };
}
