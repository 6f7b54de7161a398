import { hash, verify } from '@node-rs/argon2';
import { Text } from '@ringbinder/protocol';
import { unavailable } from '../../errors.ts';
import { createBoundedLimit } from '../../limits/bounded-limit.ts';

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
    '10 to 200 characters. Not a very common one, a repetition of a few characters, or the email address.',
});

/** The queue holds about ten seconds of work: nobody waits longer for a sign-in. */
const MAX_WAITING = 500;

const limit = createBoundedLimit(
  MAX_CONCURRENT,
  MAX_WAITING,
  () => unavailable('too many people sign in at this moment', 5),
  { keepsSlot: true },
);

/** What is stored of a password: argon2id with a salt of its own, in its text form. Throws unavailable when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(password, ARGON2));
}

/** Whether a password is the one of which `stored` was made. Throws unavailable when too many wait. */
export function checkPassword(stored: string, password: string): Promise<boolean> {
  return limit(() => verify(stored, password));
}
