import type { Environment } from '../../../environment/environment.ts';
import { type ApiError, because, forbidden, invalidToken, notFound } from '../../../errors.ts';
import type { CallerWatch } from '../../../http/index.ts';
import type { Revoked } from '../../../storage/revocations.ts';
import { findValidTokens, type ValidToken } from './queries.ts';

const CHECK_INTERVAL_MS = 1_000;

export interface WatchedCaller {
  hash: Buffer;
  key: string;
  binderId: string | undefined;
  graceMs: number;
  identity: { userId: string; expiresAt: number } | undefined;
}

interface Watch extends WatchedCaller {
  controller: AbortController;
  isDue: boolean;
  isBeingChecked: boolean;
  hasExpired: boolean;
}

/** If a notification is lost, aborts up to 2 seconds late. */
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

  /** A revocation during a check sets `isDue` again. */
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
        const rows = await findValidTokens(env.db, due, env.clock.now()).catch(() => {
          // While the database is down, callers remain connected, and the next tick retries.
          for (const watch of due) watch.isDue = true;
          return undefined;
        });
        for (const watch of due) watch.isBeingChecked = false;
        if (!rows) return;
        for (const [index, watch] of due.entries()) {
          const token = rows.get(index);
          const reason = reasonToEnd(token, watch.binderId);
          watch.hasExpired = !token && isOver(watch);
          if (reason) end(watch, reason);
          else if (token) watch.identity = { userId: token.user_id, expiresAt: token.expires_at };
        }
      }
    } finally {
      isChecking = false;
    }
  }

  const isOver = ({ identity, graceMs }: Watch) =>
    identity !== undefined && identity.expiresAt + graceMs <= env.clock.now();

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
      isDue: caller.identity === undefined,
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

function concerns(revoked: Revoked, { key, binderId, identity }: Watch): boolean {
  if (revoked === 'any') return true;
  if ('token' in revoked) return revoked.token === key;
  return revoked.binderId === binderId && (identity === undefined || identity.userId === revoked.userId);
}

function reasonToEnd(token: ValidToken | undefined, binderId: string | undefined): ApiError | undefined {
  if (!token) return expired();
  if (binderId === undefined || token.is_member) return undefined;
  return token.has_binder ? forbidden(because('members_only')) : notFound('binder', binderId);
}

function expired(): ApiError {
  return invalidToken('the access token is unknown, expired or revoked');
}
