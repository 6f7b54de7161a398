/** The sandbox and tests can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Returns a function that unsubscribes. Missing on clocks that cannot be moved. */
  onMove?(listener: () => void): () => void;
  /** Present if it can differ from `now`. */
  machineNow?(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Also accepts the machine's time: otherwise nobody could get a token while the sandbox clock is moved. */
export function isNear(clock: Clock, at: number, skewMs: number): boolean {
  const times = [clock.now(), clock.machineNow?.() ?? clock.now()];
  return times.some((now) => Math.abs(at - now) <= skewMs);
}
