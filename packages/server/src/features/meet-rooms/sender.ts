import type { Actor, FrameSender, SenderRights } from '../../access/index.ts';
import { ApiError, invalid, invalidToken, tooManyRequests } from '../../errors.ts';
import { type CallerWatch, TOKEN_GRACE_MS } from '../../http/index.ts';
import { createFrameRate } from '../realtime/index.ts';
import type { Admission, Admitted } from './admission.ts';
import type { RoomFrame } from './room-interface.ts';

/** Who sends the frames of one connection, and whether they may still. */
export interface MeetSender extends FrameSender<RoomFrame> {
  watch(): void;
  /** Goes on with another token. Rejects with 401 for one that does not count, or is another person's or client's. */
  renew(token: string): Promise<SenderRights>;
  end(): void;
}

/** Each command costs two reads of the database: a host who mutes everybody in a full meet sends 200. */
const COMMANDS = { burst: 250, perSecond: 10 };

export interface SenderEvents {
  /** The token has expired. Until the deadline, in milliseconds since 1970, another one goes on for it. */
  expired(deadline: number): void;
  /** The token was revoked, its person disabled, or no other token came. */
  signedOut(): void;
  /** The person is no longer a member of the binder. */
  removed(message: string): void;
}

/** A person of the binder, by an access token. */
function createPersonSender(
  admission: Admission,
  { token, actor, rights, binderId }: { token: string; actor: Actor; rights: SenderRights; binderId: string },
  events: SenderEvents,
): MeetSender {
  interface Held {
    token: string;
    rights: SenderRights;
    hasExpired: boolean;
    watch: CallerWatch | undefined;
  }
  const rate = createFrameRate(COMMANDS);
  let held: Held = { token, rights, hasExpired: false, watch: undefined };

  /** First until the token expires, then until no other one may come: who is revoked meanwhile is out at once. */
  function follow(one: Held, graceMs: number): void {
    const watch = admission.watch(one.token, binderId, graceMs);
    one.watch = watch;
    const ended = () => {
      if (held !== one) return;
      watch.end();
      const { reason } = watch.signal;
      if (reason instanceof ApiError && reason.status !== 401) events.removed(reason.message);
      else if (!watch.hasExpired || one.hasExpired) events.signedOut();
      else {
        one.hasExpired = true;
        follow(one, TOKEN_GRACE_MS);
        events.expired(admission.now() + TOKEN_GRACE_MS);
      }
    };
    if (watch.signal.aborted) ended();
    else watch.signal.addEventListener('abort', ended);
  }

  return {
    watch: () => follow(held, 0),
    known() {
      if (held.hasExpired) throw invalidToken('the access token has expired: send another one');
      return held.watch?.isInDoubt === false ? held.rights : undefined;
    },
    async prove() {
      if (!rate.take()) throw tooManyRequests('too many frames that change something at once', 1);
      const one = held;
      one.rights = (await admission.prove(one.token, binderId)).rights;
      return one.rights;
    },
    async renew(next) {
      const proved = await admission.prove(next, binderId);
      if (proved.actor.userId !== actor.userId || proved.actor.clientId !== actor.clientId)
        throw invalidToken('the token must be of the same user and client as the one before');
      held.watch?.end();
      held = { token: next, rights: proved.rights, hasExpired: false, watch: undefined };
      follow(held, 0);
      return proved.rights;
    },
    end: () => held.watch?.end(),
  };
}

/** Has rights by the consent of a host and of presenters only, so the token is all that may end. */
const GUEST: SenderRights = { role: 'guest', mayWrite: true };

/** A guest, by the token of one. The room itself looks after links that are revoked. */
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
    known() {
      if (expiresAt <= admission.now()) throw invalidToken('the token of the guest has expired');
      return GUEST;
    },
    async prove() {
      if (!rate.take()) throw tooManyRequests('too many frames that change something at once', 1);
      await admission.proveGuest(token, sessionKey);
      return GUEST;
    },
    renew: async () => {
      throw invalid('type', 'must not be token: a guest has one for the whole meet');
    },
    end: () => clearTimeout(timer),
  };
}

/** The sender of those who were admitted, by their token. */
export function createSender(
  admission: Admission,
  admitted: Admitted & { token: string },
  events: SenderEvents,
): MeetSender {
  if (admitted.actor === undefined) return createGuestSender(admission, admitted, events);
  return createPersonSender(admission, admitted, events);
}
