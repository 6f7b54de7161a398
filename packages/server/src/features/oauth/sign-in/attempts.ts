import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment.ts';
import { tooManyRequests } from '../../../errors.ts';
import { addressKey, createCallLimit } from '../../../http/index.ts';
import { mailboxKey } from './mailbox-key.ts';

/** Wrong passwords for one account from one address in a minute. */
const MOST_OF_ACCOUNT = 5;
/** Wrong passwords from one address in a minute: many people may share it. */
const MOST_OF_ADDRESS = 50;

/** Someone who tries to sign in. */
export interface Attempt {
  ip: string;
  email: string;
  reply: FastifyReply;
}

/** Keeps passwords from being guessed. */
export interface SignInAttempts {
  /** The accounts that `check` finds fitting; none counts as a wrong password. Throws 429 after too many of those. */
  run<Account>(attempt: Attempt, check: () => Promise<Account[]>): Promise<Account[]>;
}

/**
 * Counts wrong passwords by account and address together, and by address. Never by account alone: anyone could keep
 * its owner out by trying wrong ones. The attempts of an address take turns: were they checked side by side, all that
 * are sent at once would pass the limit before the first wrong one is counted. Several processes let one each pass.
 */
export function createSignInAttempts({ redis }: Environment): SignInAttempts {
  const ofAccount = createCallLimit('wrong passwords for an account', MOST_OF_ACCOUNT, redis);
  const ofAddress = createCallLimit('wrong passwords', MOST_OF_ADDRESS, redis);
  const takeTurns = createTurns(MOST_OF_ADDRESS);
  return {
    run({ ip, email, reply }, check) {
      const address = addressKey(ip);
      const account = `${address} ${mailboxKey(email)}`;
      return takeTurns(address, async () => {
        await ofAccount.check(account, reply);
        await ofAddress.check(address, reply);
        const accounts = await check();
        if (accounts.length > 0) return accounts;
        await ofAccount.take(account, reply);
        await ofAddress.take(address, reply);
        return accounts;
      });
    },
  };
}

/** Runs work of the same key one after another. Throws 429 when `most` are in line already. */
function createTurns(most: number) {
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
