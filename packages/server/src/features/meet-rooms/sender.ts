import type { Actor, FrameSender, SenderRights } from '../../access/index.ts';
import { ApiError, invalid, invalidToken, tooManyRequests } from '../../errors.ts';
import { type CallerWatch, TOKEN_GRACE_MS } from '../../http/index.ts';
import { createFrameRate } from '../realtime/index.ts';
import type { Admission, Admitted } from './admission.ts';
import type { RoomFrame } from './room-interface.ts';

export interface MeetSender extends FrameSender<RoomFrame> {
  watch(): void;
  /** Rejects with a 401 if the token is invalid or belongs to another person or client. */
  renew(token: string): Promise<SenderRights>;
  end(): void;
}

/** Each command needs two database reads. Muting a full meet sends 200 commands. */
const COMMANDS = { burst: 250, perSecond: 10 };

export interface SenderEvents {
  expired(deadline: number): void;
  signedOut(): void;
  removed(message: string): void;
}

function createPersonSender(
  admission: Admission,
  { token, actor, rights, binderId }: { token: string; actor: Actor; rights: SenderRights; binderId: string },
  events: SenderEvents,
): MeetSender {
  interface CurrentToken {
    token: string;
    rights: SenderRights;
    hasExpired: boolean;
    watch: CallerWatch | undefined;
  }
  const rate = createFrameRate(COMMANDS);
  let current: CurrentToken = { token, rights, hasExpired: false, watch: undefined };

  /** Even in the grace period after the token's expiry, a revocation takes effect immediately. */
  function watchToken(one: CurrentToken, graceMs: number): void {
    const watch = admission.watch(one.token, binderId, graceMs);
    one.watch = watch;
    const ended = () => {
      if (current !== one) return;
      watch.end();
      const { reason } = watch.signal;
      if (reason instanceof ApiError && reason.status !== 401) events.removed(reason.message);
      else if (!watch.hasExpired || one.hasExpired) events.signedOut();
      else {
        one.hasExpired = true;
        watchToken(one, TOKEN_GRACE_MS);
        events.expired(admission.now() + TOKEN_GRACE_MS);
      }
    };
    if (watch.signal.aborted) ended();
    else watch.signal.addEventListener('abort', ended);
  }

  return {
    watch: () => watchToken(current, 0),
    currentRights() {
      if (current.hasExpired) throw invalidToken('the access token has expired: send another one');
      return current.watch?.isInDoubt === false ? current.rights : undefined;
    },
    async prove() {
      if (!rate.take()) throw tooManyRequests('too many changing frames at once', 1);
      const one = current;
      one.rights = (await admission.prove(one.token, binderId)).rights;
      return one.rights;
    },
    async renew(next) {
      const proved = await admission.prove(next, binderId);
      if (proved.actor.userId !== actor.userId || proved.actor.clientId !== actor.clientId)
        throw invalidToken('the token must be of the same user and client as the one before');
      current.watch?.end();
      current = { token: next, rights: proved.rights, hasExpired: false, watch: undefined };
      watchToken(current, 0);
      return proved.rights;
    },
    end: () => current.watch?.end(),
  };
}

/** Guests have no role in the binder. Only their tokens are checked. */
const GUEST: SenderRights = { role: 'guest', mayWrite: true };

function createGuestSender(
  admission: Admission,
  { token, expiresAt, sessionKey }: { token: string; expiresAt: number; sessionKey: string },
  events: SenderEvents,
): MeetSender {
  const rate = createFrameRate(COMMANDS);
  let timer: NodeJS.Timeout | undefined;
  return {
    watch() {
      const left = Math.max(0, expiresAt - admission.now());
      timer = setTimeout(events.signedOut, left + TOKEN_GRACE_MS).unref();
    },
    currentRights() {
      if (expiresAt <= admission.now()) throw invalidToken('the token of the guest has expired');
      return GUEST;
    },
    async prove() {
      if (!rate.take()) throw tooManyRequests('too many changing frames at once', 1);
      await admission.proveGuest(token, sessionKey);
      return GUEST;
    },
    renew: async () => {
      throw invalid('type', 'must not be token: the token of a guest is valid for the whole meet');
    },
    end: () => clearTimeout(timer),
  };
}

export function createSender(
  admission: Admission,
  admitted: Admitted & { token: string },
  events: SenderEvents,
): MeetSender {
  if (admitted.actor === undefined) return createGuestSender(admission, admitted, events);
  return createPersonSender(admission, admitted, events);
}
