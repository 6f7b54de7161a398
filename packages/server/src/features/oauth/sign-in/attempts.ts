import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { tooManyRequests } from '../../../errors.ts';
import { addressKey, createCallLimit } from '../../../http/index.ts';
import { countFailedAttempt } from './failed-attempts.ts';

const HOUR_SECONDS = 60 * 60;
/** Wrong passwords for one e-mail address from one address, or one browser that is known, in a minute, */
const MAX_PER_MINUTE = 5;
/** and in an hour: fewer than what strangers may try together, so that no address alone uses that up. */
const MAX_PER_HOUR = 20;
/** Wrong passwords from one address in a minute: many people may share it. */
const MAX_PER_ADDRESS = 50;

export interface Attempt {
  ip: string;
  /** The e-mail address by mailboxKey. */
  mailbox: string;
  reply: FastifyReply;
}

export interface CheckedAttempt<Account> {
  /** The accounts that it fits. */
  fitting: Account[];
  /** Whether there was one that it does not fit, or none at all. */
  isWrong: boolean;
}

/** Keeps passwords from being guessed. Both throw 429, without looking, after too many that were wrong. */
export interface SignInAttempts {
  /** From a browser that the accounts know. Nobody else's guesses count. @param device its hash, as text */
  asKnown<Account>(
    device: string,
    attempt: Attempt,
    look: () => Promise<CheckedAttempt<Account>>,
  ): Promise<CheckedAttempt<Account>>;
  /** From anywhere else. */
  asStranger<Account>(
    attempt: Attempt,
    look: () => Promise<CheckedAttempt<Account>>,
  ): Promise<CheckedAttempt<Account>>;
}

/**
 * Counts wrong passwords by e-mail address and address together, by address, and by e-mail address alone. The last would
 * let anyone keep its owner out by trying wrong ones: so it holds for strangers only, and a browser that an account has
 * been used in has counts of its own (OWASP's device cookies). The attempts of an address, or a browser, take turns: were
 * they checked side by side, all that are sent at once would pass the limit before the first wrong one is counted.
 * Several processes let one each pass.
 */
export function createSignInAttempts(env: Environment): SignInAttempts {
  const { redis } = env;
  const ofOne = [
    createCallLimit('wrong passwords for an account', MAX_PER_MINUTE, redis),
    createCallLimit('wrong passwords for an account', MAX_PER_HOUR, redis, { windowSeconds: HOUR_SECONDS }),
  ];
  const ofAddress = createCallLimit('wrong passwords', MAX_PER_ADDRESS, redis);
  const enqueue = createKeyedQueue(MAX_PER_ADDRESS);

  function inTurn<T>(who: string, { mailbox, reply }: Attempt, look: () => Promise<CheckedAttempt<T>>) {
    const key = `${who} ${mailbox}`;
    return enqueue(who, async () => {
      for (const limit of ofOne) await limit.check(key, reply);
      const looked = await look();
      if (looked.isWrong) for (const limit of ofOne) await limit.take(key, reply);
      return looked;
    });
  }

  return {
    asKnown: (device, attempt, look) => inTurn(`device ${device}`, attempt, look),
    asStranger(attempt, look) {
      const { reply, mailbox } = attempt;
      const address = addressKey(attempt.ip);
      return inTurn(address, attempt, async () => {
        await ofAddress.check(address, reply);
        const guess = await countFailedAttempt(env, mailbox);
        const looked = await look().catch(async (error) => {
          await guess.giveBack();
          throw error;
        });
        if (looked.isWrong) await ofAddress.take(address, reply);
        else await guess.giveBack();
        return looked;
      });
    },
  };
}

/** Runs work of the same key one after another. Throws 429 when `most` are in line already. */
function createKeyedQueue(most: number) {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { length: 0, last: Promise.resolve() };
    if (line.length >= most)
      return Promise.reject(tooManyRequests('more sign-ins at once than are answered', 1));
    lines.set(key, line);
    line.length++;
    const turn = line.last.then(work).finally(() => {
      line.length--;
      if (line.length === 0) lines.delete(key);
    });
    // The next one's turn comes however this one ends.
    line.last = turn.catch(() => undefined);
    return turn;
  };
}
