import { hash, verify } from '@node-rs/argon2';
import { Text } from '@ringbinder/protocol';
import { unavailable } from '../../errors.ts';
import { createBoundedLimit } from '../../limits/bounded-limit.ts';

/** Argon2id with 19 MiB and two passes (OWASP's minimum). A hash takes about 40 ms. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash takes one of Node's four pool threads. More would delay files and DNS. */
const MAX_CONCURRENT = 2;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** `refuseNewPassword` checks the value. */
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

/** An argon2id hash with its own salt, as text. Throws unavailable when too many calls wait. */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(password, ARGON2));
}

/** Throws unavailable when too many calls wait. */
export function checkPassword(stored: string, password: string): Promise<boolean> {
  return limit(() => verify(stored, password));
}
