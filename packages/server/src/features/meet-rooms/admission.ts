import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { CallerWatch, TokenDirectory } from '../../http/index.ts';
import { admitGuest, admitToMeet, startMeet } from '../meets/index.ts';
import { createChannelAdmission, findUserName } from '../realtime/index.ts';
import type { Visitor } from './member.ts';
import type { MeetNodes } from './nodes.ts';
import type { Room } from './room-interface.ts';
import type { Rooms } from './rooms.ts';

/** The token of a guest has parts; an access token has none. */
const GUEST_TOKEN = /^[\w-]+(\.[\w-]+){4}$/;

/** Who comes in, and where. */
export interface Admitted {
  room: Room;
  visitor: Visitor;
  binderId: string;
  /** Undefined for a guest. */
  actor: Actor | undefined;
}

/** Lets people in by their tokens. */
export interface Admission {
  /** Counts a new connection. Throws 429 for too many of one address. */
  admitConnection(address: string): Promise<void>;
  /**
   * Who comes with a token, and the room of the meet, which begins with the first person. Throws invalid token, forbidden,
   * not found, precondition failed for a meet that is over, and 429 for an address that tries out tokens.
   */
  admit(sessionKey: string, token: string, address: string): Promise<Admitted>;
  watch(token: string, binderId: string): CallerWatch;
  now(): number;
  log(error: unknown): void;
}

/** Makes the admission of an environment's meets. */
export function createAdmission(
  env: Environment,
  tokens: TokenDirectory,
  rooms: Rooms,
  nodes: MeetNodes,
): Admission {
  const channel = createChannelAdmission(env, tokens);
  return {
    admitConnection: channel.admitConnection,
    async admit(sessionKey, token, address) {
      if (GUEST_TOKEN.test(token)) {
        const { meet, linkId, guestId, name } = await admitGuest(env, token).catch(async (error) => {
          if (error instanceof ApiError && error.status === 401) await channel.countRefusal(address);
          throw error;
        });
        // The token of another meet opens nothing here, and tells nothing of it.
        if (meet.session_key !== sessionKey) throw notFound('meet', sessionKey);
        await nodes.hold(sessionKey);
        const visitor = { kind: 'guest', guestId, name, linkId } as const;
        return { room: await rooms.open(meet), visitor, binderId: meet.binder_id, actor: undefined };
      }
      const actor = await channel.authenticate(token, address);
      const { meet, role } = await admitToMeet(env, actor, sessionKey);
      await nodes.hold(sessionKey);
      const started = meet.state === 'SESSION_SCHEDULED' ? await startMeet(env, meet, actor) : meet;
      const name = await findUserName(env.db, actor.userId);
      const visitor = { kind: 'person', userId: actor.userId, name, isHost: role === 'host' } as const;
      return { room: await rooms.open(started), visitor, binderId: meet.binder_id, actor };
    },
    watch: (token, binderId) => tokens.watch(token, binderId),
    now: () => env.clock.now(),
    log: (error) => env.log.warn({ err: error }, 'somebody could not be let into a meet'),
  };
}
