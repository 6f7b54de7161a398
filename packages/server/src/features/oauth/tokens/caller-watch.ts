import type { Environment } from '../../../environment/environment.ts';
import { type ApiError, forbidden, invalidToken, notFound } from '../../../errors.ts';
import type { CallerWatch } from '../../../http/index.ts';
import type { Revoked } from '../../../storage/revocations.ts';
import { type CountingToken, findCountingTokens } from './queries.ts';

/** How often expiry is looked at, and what could not be asked is asked again. */
const CHECK_INTERVAL_MS = 1_000;

/** A caller who goes on, as far as it is known who that is. */
export interface WatchedCaller {
  /** The SHA-256 of the token, and what it is kept under. */
  hash: Buffer;
  key: string;
  /** The binder that the caller reads; undefined: no membership is needed. */
  binderId: string | undefined;
  /** How long after its expiry the token is to count. */
  graceMs: number;
  /** What the cache knew when the watch began; undefined: the database is asked at once. */
  known: { userId: string; expiresAt: number } | undefined;
}

interface Watch extends WatchedCaller {
  controller: AbortController;
  /** Whether the database has to be asked. */
  isDue: boolean;
  isBeingChecked: boolean;
  hasExpired: boolean;
}

/**
 * Tells those who answer for longer than a moment (long polls, channels) when their caller no longer counts: the token
 * revoked or expired, the person, org or client disabled, the membership ended. It hears what `revocations` tells, so it
 * holds for what any process does: at once, or within 2 seconds when a notification is lost. However many are watched,
 * they are checked by one statement.
 */
export function createCallerWatch(env: Environment): (caller: WatchedCaller) => CallerWatch {
  const watches = new Set<Watch>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  function end(watch: Watch, reason?: ApiError): void {
    watches.delete(watch);
    if (reason) watch.controller.abort(reason);
    if (watches.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Asks about all that are due, until none is: what is revoked meanwhile makes them due again. */
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      for (;;) {
        const due = [...watches].filter(({ isDue }) => isDue);
        if (due.length === 0) return;
        for (const watch of due) {
          watch.isDue = false;
          watch.isBeingChecked = true;
        }
        const found = await findCountingTokens(env.db, due, env.clock.now()).catch(() => {
          // While the database is away nobody is sent off; the next tick asks again.
          for (const watch of due) watch.isDue = true;
          return undefined;
        });
        for (const watch of due) watch.isBeingChecked = false;
        if (!found) return;
        for (const [index, watch] of due.entries()) {
          const token = found.get(index);
          const reason = reasonToEnd(token, watch.binderId);
          watch.hasExpired = !token && isOver(watch);
          if (reason) end(watch, reason);
          else if (token) watch.known = { userId: token.user_id, expiresAt: token.expires_at };
        }
      }
    } finally {
      isChecking = false;
    }
  }

  const isOver = ({ known, graceMs }: Watch) =>
    known !== undefined && known.expiresAt + graceMs <= env.clock.now();

  function tick(): void {
    for (const watch of watches) {
      if (!isOver(watch)) continue;
      watch.hasExpired = true;
      end(watch, expired());
    }
    void check();
  }

  env.clock.onMove?.(tick);
  env.revocations.subscribe((revoked) => {
    for (const watch of watches) if (concerns(revoked, watch)) watch.isDue = true;
    void check();
  });

  return (caller) => {
    const watch: Watch = {
      ...caller,
      controller: new AbortController(),
      isDue: caller.known === undefined,
      isBeingChecked: false,
      hasExpired: false,
    };
    watches.add(watch);
    timer ??= setInterval(tick, CHECK_INTERVAL_MS).unref();
    if (watch.isDue) void check();
    return {
      signal: watch.controller.signal,
      get isInDoubt() {
        return watch.isDue || watch.isBeingChecked;
      },
      get hasExpired() {
        return watch.hasExpired;
      },
      end: () => end(watch),
    };
  };
}

function concerns(revoked: Revoked, { key, binderId, known }: Watch): boolean {
  if (revoked === 'any') return true;
  if ('token' in revoked) return revoked.token === key;
  return revoked.binderId === binderId && (known === undefined || known.userId === revoked.userId);
}

function reasonToEnd(token: CountingToken | undefined, binderId: string | undefined): ApiError | undefined {
  if (!token) return expired();
  if (binderId === undefined || token.is_member) return undefined;
  return token.has_binder
    ? forbidden('only members of the binder may read it')
    : notFound('binder', binderId);
}

function expired(): ApiError {
  return invalidToken('the access token is unknown, expired or revoked');
}
