/** Time for which the app announces a call, unless somebody answers. */
export const RING_MS = 45_000;
/**
 * Time for which hosts see that a guest is knocking. In this time, the server does not log further knocks.
 */
export const KNOCK_MS = 5 * 60_000;
