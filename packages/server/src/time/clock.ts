/** The sandbox and tests can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Subscribes to moves. Returns an unsubscribe function. Undefined if the clock cannot move. */
  onMove?(listener: () => void): () => void;
  /** Returns the machine's time. Undefined if it always equals `now`. */
  machineNow?(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Also accepts the machine's time, because a moved sandbox clock would otherwise prevent tokens. */
export function isNear(clock: Clock, at: number, skewMs: number): boolean {
  const times = [clock.now(), clock.machineNow?.() ?? clock.now()];
  return times.some((now) => Math.abs(at - now) <= skewMs);
}
