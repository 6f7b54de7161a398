/** The source of time, which the sandbox and tests can move. */
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
 * Whether a caller's time differs by at most `skewMs` from the clock or from the machine's time. Without the latter,
 * callers could not get a token while the sandbox clock is moved.
 */
export function isNear(clock: Clock, at: number, skewMs: number): boolean {
  const times = [clock.now(), clock.machineNow?.() ?? clock.now()];
  return times.some((now) => Math.abs(at - now) <= skewMs);
}
