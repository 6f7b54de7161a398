import { type CallClass, callClasses } from '../limits/call-class.ts';
import { DatabaseBusy } from './unavailable.ts';

/** How many may use a connection at once, and how many wait for one, for how long. */
export interface PermitOptions {
  max: number;
  maxWaiting: number;
  /** Milliseconds. */
  waitMs: number;
}

/** Who may use a connection, when more want one than there are. */
export interface ConnectionPermits {
  /** How many wait. */
  readonly waiting: number;
  /** Whether one is free for a class now; it has it then. */
  tryTake(callClass: CallClass): boolean;
  /**
   * Waits for one. Rejects with DatabaseBusy, at once when too many wait already, or when none comes free in time.
   * @param watch tells a function when it is in vain to wait; @returns what ends the watch
   */
  wait(callClass: CallClass, watch: (onVain: (error: Error) => void) => () => void): Promise<void>;
  /** Gives one back that was held for so many milliseconds. */
  giveBack(callClass: CallClass, heldMs: number): void;
}

interface Waiting {
  grant(): void;
}

/** One class: how many it holds, the time it has had, and who of it waits. */
interface Line {
  held: number;
  usedMs: number;
  queue: Waiting[];
}

/** From so many connections on a class cannot have them all: a fifth stays for the others. */
const MIN_TO_RESERVE = 5;
const RESERVED_SHARE = 0.2;

/**
 * Fair queueing of connections (start-time fair queueing, by the time for which connections are held): the next one that
 * comes free goes to the class that has had the least of those that wait, so that a caller of another class waits for one
 * statement and not for the hundreds that came before. A class that did not want any has saved nothing up. When too many
 * wait, a class of which fewer than its share do may still wait.
 */
export function createConnectionPermits({ max, maxWaiting, waitMs }: PermitOptions): ConnectionPermits {
  const lines = new Map<CallClass, Line>(
    callClasses.map((callClass) => [callClass, { held: 0, usedMs: 0, queue: [] }]),
  );
  const mostOfOne = max < MIN_TO_RESERVE ? max : max - Math.ceil(max * RESERVED_SHARE);
  const shareOfWaiting = Math.floor(maxWaiting / callClasses.length);
  let free = max;
  let waiting = 0;
  /** The time that the class had, which was served last. */
  let servedMs = 0;
  const lineOf = (callClass: CallClass) => lines.get(callClass) as Line;

  function take(line: Line): void {
    servedMs = Math.max(servedMs, line.usedMs);
    line.held++;
    free--;
  }

  function begin(line: Line): void {
    if (line.held === 0 && line.queue.length === 0) line.usedMs = Math.max(line.usedMs, servedMs);
  }

  function next(): Line | undefined {
    let least: Line | undefined;
    for (const line of lines.values()) {
      if (line.queue.length === 0 || line.held >= mostOfOne) continue;
      if (least === undefined || line.usedMs < least.usedMs) least = line;
    }
    return least;
  }

  return {
    get waiting() {
      return waiting;
    },
    tryTake(callClass) {
      const line = lineOf(callClass);
      if (free === 0 || line.held >= mostOfOne || line.queue.length > 0) return false;
      begin(line);
      take(line);
      return true;
    },
    wait(callClass, watch) {
      const line = lineOf(callClass);
      if (waiting >= maxWaiting && line.queue.length >= shareOfWaiting)
        return Promise.reject(new DatabaseBusy(`${waiting} calls wait for a connection`));
      begin(line);
      return new Promise((resolve, reject) => {
        const giveUp = (error: Error) => {
          leave();
          line.queue.splice(line.queue.indexOf(entry), 1);
          reject(error);
        };
        const leave = () => {
          clearTimeout(timer);
          endWatch();
          waiting--;
        };
        const entry: Waiting = {
          grant() {
            leave();
            resolve();
          },
        };
        const timer = setTimeout(
          () => giveUp(new DatabaseBusy(`no connection came free in ${waitMs} ms`)),
          waitMs,
        );
        const endWatch = watch(giveUp);
        line.queue.push(entry);
        waiting++;
      });
    },
    giveBack(callClass, heldMs) {
      const own = lineOf(callClass);
      own.held--;
      own.usedMs += heldMs;
      free++;
      for (let line = next(); free > 0 && line; line = next()) {
        take(line);
        line.queue.shift()?.grant();
      }
    },
  };
}
