export const RING_DURATION_MS = 45_000;
/** Hosts see a knock for this time. Until it ends, the server logs no other knock for the meet. */
export const KNOCK_DURATION_MS = 5 * 60_000;
