export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Missing if the clock cannot move. */
  onMove?(listener: () => void): () => void;
  machineNow?(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** After the sandbox clock was moved, clients could otherwise get no token. */
export function isNear(clock: Clock, at: number, skewMs: number): boolean {
  const times = [clock.now(), clock.machineNow?.() ?? clock.now()];
  return times.some((now) => Math.abs(at - now) <= skewMs);
}
