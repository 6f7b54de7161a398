/** Maximum per binder. */
export const MAX_SECTIONS = 100;
