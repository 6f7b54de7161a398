/** Of one binder. */
export const MAX_SECTIONS = 100;
