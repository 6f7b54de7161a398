import { hash, verify } from '@node-rs/argon2';
import { Text } from '@ringbinder/protocol';
import { unavailable } from '../../errors.ts';

/** Parameters of argon2id: 19 MiB, two passes (OWASP's minimum). One hash takes some 40 ms. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each takes a thread of Node's pool of four: more at once would keep files and name look-ups waiting. */
const MAX_CONCURRENT = 2;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** A password that a user is to have, if `refuseNewPassword` has nothing against it. */
export const Password = Text({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description:
    '10 to 200 characters. Not one that very many people use, a few characters over and over, or the e-mail address.',
});

/** And no more than are done in some ten seconds wait: whoever comes after those would not wait for it to be their turn. */
const MAX_WAITING = 500;

let running = 0;
const waiting: (() => void)[] = [];

/** Throws unavailable when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) throw unavailable('too many people sign in at this moment', 5);
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // The place goes to the next, or is free.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** What is stored of a password: argon2id with a salt of its own, in its text form. Throws unavailable when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

/** Whether a password is the one of which `stored` was made. Throws unavailable when too many wait. */
export function checkPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password));
}
