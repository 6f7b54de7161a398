/** Time for which the app announces a call, unless somebody answers. */
export const RING_MS = 45_000;
/** Time for which hosts see a knock. The server does not log further knocks in this time. */
export const KNOCK_MS = 5 * 60_000;
