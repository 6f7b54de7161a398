import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { because, tooManyRequests, withDetails } from '../../../errors.ts';
import { addressKey, createCallLimit } from '../../../http/index.ts';
import { countFailedAttempt } from './failed-attempts.ts';

const HOUR_SECONDS = 60 * 60;
const MAX_PER_MINUTE = 5;
/** Low enough that one IP address alone cannot lock an account (failed-attempts.ts). */
const MAX_PER_HOUR = 20;
/** Many people may share an IP address. */
const MAX_PER_ADDRESS = 50;

export interface Attempt {
  ip: string;
  mailbox: string;
  reply: FastifyReply;
}

export interface CheckedAttempt<Account> {
  fitting: Account[];
  isWrong: boolean;
}

export interface SignInAttempts {
  /** @param device the hexadecimal SHA-256 of the device cookie */
  fromKnownDevice<Account>(
    device: string,
    attempt: Attempt,
    check: () => Promise<CheckedAttempt<Account>>,
  ): Promise<CheckedAttempt<Account>>;
  fromUnknownDevice<Account>(
    attempt: Attempt,
    check: () => Promise<CheckedAttempt<Account>>,
  ): Promise<CheckedAttempt<Account>>;
}

/**
 * Known browsers have limits of their own, so that nobody can lock the owner out (OWASP device cookies).
 * Attempts from one IP address or browser run one at a time, because concurrent attempts would all pass
 * before the first failure is counted.
 */
export function createSignInAttempts(env: Environment): SignInAttempts {
  const { redis } = env;
  const accountLimits = [
    createCallLimit('wrong passwords for an account', MAX_PER_MINUTE, redis),
    createCallLimit('wrong passwords for an account', MAX_PER_HOUR, redis, { windowSeconds: HOUR_SECONDS }),
  ];
  const addressLimit = createCallLimit('wrong passwords', MAX_PER_ADDRESS, redis);
  const enqueue = createKeyedQueue(MAX_PER_ADDRESS);

  function runQueued<T>(who: string, { mailbox, reply }: Attempt, check: () => Promise<CheckedAttempt<T>>) {
    const key = `${who} ${mailbox}`;
    return enqueue(who, async () => {
      for (const limit of accountLimits) await limit.check(key, reply);
      const result = await check();
      if (result.isWrong) for (const limit of accountLimits) await limit.take(key, reply);
      return result;
    });
  }

  return {
    fromKnownDevice: (device, attempt, check) => runQueued(`device ${device}`, attempt, check),
    fromUnknownDevice(attempt, check) {
      const { reply, mailbox } = attempt;
      const address = addressKey(attempt.ip);
      return runQueued(address, attempt, async () => {
        await addressLimit.check(address, reply);
        const guess = await countFailedAttempt(env, mailbox);
        const result = await check().catch(async (error) => {
          await guess.giveBack();
          throw error;
        });
        if (result.isWrong) await addressLimit.take(address, reply);
        else await guess.giveBack();
        return result;
      });
    },
  };
}

function createKeyedQueue(most: number) {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { length: 0, last: Promise.resolve() };
    if (line.length >= most)
      return Promise.reject(
        tooManyRequests(withDetails(because('too_many_calls'), 'too many concurrent sign-ins'), 1),
      );
    lines.set(key, line);
    line.length++;
    const turn = line.last.then(work).finally(() => {
      line.length--;
      if (line.length === 0) lines.delete(key);
    });
    line.last = turn.catch(() => undefined);
    return turn;
  };
}
