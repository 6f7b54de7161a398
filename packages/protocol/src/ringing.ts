export const RING_DURATION_MS = 45_000;
export const KNOCK_DURATION_MS = 5 * 60_000;
