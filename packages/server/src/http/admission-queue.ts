import { FairQueue } from '@ringbinder/fair-queue';
import { type CallClass, type CallSlot, callClasses } from '../limits/call-class.ts';

const MAX_WAIT_MS = 300;
/** No call is refused for its waiting time until calls have been waiting this long. */
export const MAX_BURST_MS = 700;
const BURST_CHECK_MS = 50;
/**
 * At this number, an address that already waits gets no further place, because pipelined calls could fill the
 * heap.
 */
const MAX_WAITING = 5_000;
/** While calls wait, as many may run as ended in the last window. */
const WINDOW_MS = 200;
const MIN_LIMIT = 64;
/** A stalled disk recovers soon, so the limit falls by at most 20 % per window. */
const MAX_FALL = 0.8;
/** Posts share commits and therefore cost little. A few sign-ins, uploads or exports use all cores. */
const MIN_LIMITS: Partial<Record<CallClass, number>> = { posting: 128, sign_in: 4, uploads: 16, exports: 8 };

export interface QueuedCall {
  begin(slot: CallSlot): void;
  refuse(): void;
  isDisconnected(): boolean;
}

export interface AdmissionQueue {
  arrive(callClass: CallClass, address: string, call: QueuedCall): void;
  usage(): { callClass: CallClass; limit: number; running: number; waiting: number }[];
}

export function createAdmissionQueue(): AdmissionQueue {
  const queues = new Map(
    callClasses.map((callClass) => [callClass, createClassQueue(MIN_LIMITS[callClass] ?? MIN_LIMIT)]),
  );
  return {
    arrive: (callClass, address, call) => queues.get(callClass)?.arrive(address, call),
    usage: () => [...queues].map(([callClass, queue]) => ({ callClass, ...queue.usage() })),
  };
}

function createClassQueue(minLimit: number) {
  const waiting = new FairQueue<{ call: QueuedCall; timer: NodeJS.Timeout }>();
  const idleLimit = minLimit < MIN_LIMIT ? 2 * minLimit : minLimit;
  let limit = idleLimit;
  let running = 0;
  let ended = 0;
  let windowStart = performance.now();
  let waitingSince = 0;
  let isBeginning = false;

  /** While no call waits, few calls end because few arrive, so the limit does not fall. */
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
    running++;
    const releaseSlot = (next: 'paused' | 'ended') => {
      const wasHeld = state === 'held';
      if (state !== 'ended') state = next;
      if (!wasHeld) return;
      running--;
      if (next === 'ended') ended++;
      beginNext();
    };
    return {
      pause: () => releaseSlot('paused'),
      end: () => releaseSlot('ended'),
      resume() {
        if (state !== 'paused') return;
        state = 'held';
        running++;
      },
    };
  }

  /** A call can end within `begin`, which calls this function again. */
  function beginNext(): void {
    updateLimit();
    if (isBeginning) return;
    isBeginning = true;
    while (running < limit) {
      const next = waiting.pop();
      if (!next) break;
      clearTimeout(next.timer);
      if (!next.call.isDisconnected()) next.call.begin(takeSlot());
    }
    isBeginning = false;
  }

  return {
    usage: () => ({ limit, running, waiting: waiting.length }),
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
