/** Where time comes from. Passed in, so that the sandbox and tests can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Calls `listener` whenever time has been moved, until the returned function is called. Missing where nobody moves it. */
  onMove?(listener: () => void): () => void;
  /** The time of the machine, where it may be another one than `now`. */
  machineNow?(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Whether a time that a caller gave is at most `skewMs` from ours. Where time has been moved, the machine's counts as well:
 * callers do not move theirs along, and could get no other token once theirs have expired.
 */
export function isNear(clock: Clock, at: number, skewMs: number): boolean {
  const times = [clock.now(), clock.machineNow?.() ?? clock.now()];
  return times.some((now) => Math.abs(at - now) <= skewMs);
}
