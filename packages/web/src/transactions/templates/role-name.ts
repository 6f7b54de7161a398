/** The server's pattern for the names of roles and variables. */
export const NAME = '\\p{L}[\\p{L}\\p{M}\\p{N}_]{0,63}';

export const MAX_ROLE = 64;

const ROLE = new RegExp(`^${NAME}$`, 'u');

export const isRole = (name: string): boolean => ROLE.test(name);

export const roleNamed = (name: string): string =>
  name
    .normalize('NFC')
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
