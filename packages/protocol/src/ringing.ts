export const RING_MS = 45_000;
/** Hosts see a knock for this time, in which the server logs no further knocks. */
export const KNOCK_MS = 5 * 60_000;
