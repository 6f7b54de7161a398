/** The source of time. Injected, so that the sandbox and tests can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /**
   * Calls `listener` whenever time is moved; returns a function that unsubscribes. Missing on clocks that cannot be
   * moved.
   */
  onMove?(listener: () => void): () => void;
  /** The machine's time, if it can differ from `now`. */
  machineNow?(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Whether a caller's time differs by at most `skewMs`. On a moved clock the machine's time is also accepted: callers do
 * not move their clocks, and could not get a token otherwise.
 */
export function isNear(clock: Clock, at: number, skewMs: number): boolean {
  const times = [clock.now(), clock.machineNow?.() ?? clock.now()];
  return times.some((now) => Math.abs(at - now) <= skewMs);
}
