/** The names of roles and variables, as on the server. */
export const NAME = '\\p{L}[\\p{L}\\p{M}\\p{N}_]{0,63}';

/** In characters. */
export const MAX_ROLE = 64;

const ROLE = new RegExp(`^${NAME}$`, 'u');

export const isRole = (name: string): boolean => ROLE.test(name);

/** “Credit officer” becomes `Credit_officer`. */
export const roleNamed = (name: string): string =>
  name
    .normalize('NFC')
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
