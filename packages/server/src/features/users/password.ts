import { hash, verify } from '@node-rs/argon2';
import { Text } from '@ringbinder/protocol';
import { because, unavailable, withDetails } from '../../errors.ts';
import { createBoundedLimit } from '../../limits/bounded-limit.ts';

/** Argon2id with 19 MiB and two passes (OWASP's minimum). A hash takes about 40 ms. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash occupies one of the four threads in Node's pool, which file access and DNS also use. */
const MAX_CONCURRENT = 2;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

export const Password = Text({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description:
    'A password of 10 to 200 characters. The server rejects very common passwords, repetitions of a few characters, and the email address.',
});

/** With this many waiting calls, the last call takes about ten seconds. */
const MAX_WAITING = 500;

const limit = createBoundedLimit(
  MAX_CONCURRENT,
  MAX_WAITING,
  () =>
    unavailable(
      withDetails(because('server_busy'), 'too many people are signing in: try again in a few seconds'),
      5,
    ),
  { keepsSlot: true },
);

export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(password, ARGON2));
}

export function checkPassword(stored: string, password: string): Promise<boolean> {
  return limit(() => verify(stored, password));
}
