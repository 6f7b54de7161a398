/** Of a role or a variable, as on the server. */
export const NAME = '\\p{L}[\\p{L}\\p{M}\\p{N}_]{0,63}';

/** Characters of a role. */
export const MAX_ROLE = 64;

const ROLE = new RegExp(`^${NAME}$`, 'u');

/** Whether a role can have the name in the API. */
export const isRole = (name: string): boolean => ROLE.test(name);

/** The role of the API: “Credit officer” becomes `Credit_officer`. */
export const roleNamed = (name: string): string =>
  name
    .normalize('NFC')
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
