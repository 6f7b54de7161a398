import { type Actor, accessBinder, type SenderRights } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, because, forbidden, invalidToken, notFound, withDetails } from '../../errors.ts';
import type { CallerWatch, TokenDirectory } from '../../http/index.ts';
import {
  admitGuest,
  admitToMeet,
  type MeetRow,
  proveGuest,
  startMeet,
  storeAttendee,
} from '../meets/index.ts';
import { createChannelAdmission, findUserName } from '../realtime/index.ts';
import type { Visitor } from './member.ts';
import type { MeetNodes } from './nodes.ts';
import type { Room } from './room-interface.ts';
import type { Rooms } from './rooms.ts';

/** A guest token has four dots, an access token none. */
const GUEST_TOKEN = /^[\w-]+(\.[\w-]+){4}$/;

export type Admitted = { room: Room; binderId: string; rights: SenderRights; sessionKey: string } & (
  | { actor: Actor; visitor: Extract<Visitor, { kind: 'person' }> }
  | { actor: undefined; visitor: Extract<Visitor, { kind: 'guest' }>; expiresAt: number }
);

export interface ProvenCaller {
  actor: Actor;
  rights: SenderRights;
}

export interface Admission {
  admitConnection(address: string): Promise<void>;
  /** Admitting a person with write access starts a scheduled meet. */
  admit(sessionKey: string, token: string, address: string): Promise<Admitted>;
  prove(token: string, binderId: string): Promise<ProvenCaller>;
  proveGuest(token: string, sessionKey: string): Promise<void>;
  watch(token: string, binderId: string, graceMs: number): CallerWatch;
  now(): number;
  log(error: unknown): void;
}

function cannotStart(): ApiError {
  return forbidden(
    withDetails(
      because('not_allowed'),
      'the meet has not started: an access token of scope `read` cannot start it',
    ),
  );
}

export function createAdmission(
  env: Environment,
  tokens: TokenDirectory,
  rooms: Rooms,
  nodes: MeetNodes,
): Admission {
  const channel = createChannelAdmission(env, tokens);

  async function prove(token: string, binderId: string): Promise<ProvenCaller> {
    const actor = await tokens.prove(token);
    if (!actor) throw invalidToken('the access token is unknown, expired or revoked');
    const { role } = await accessBinder(env.db, actor, binderId, 'read');
    return { actor, rights: { role, mayWrite: actor.mayWrite } };
  }

  async function start(meet: MeetRow, token: string): Promise<MeetRow> {
    const { actor, rights } = await prove(token, meet.binder_id);
    if (!rights.mayWrite) throw cannotStart();
    return startMeet(env, meet, actor);
  }

  async function admitPerson(sessionKey: string, token: string, address: string): Promise<Admitted> {
    const actor = await channel.authenticate(token, address);
    const { meet, access } = await admitToMeet(env, actor, sessionKey);
    if (meet.state === 'SESSION_SCHEDULED' && !actor.mayWrite) throw cannotStart();
    await nodes.acquire(sessionKey);
    const started = meet.state === 'SESSION_SCHEDULED' ? await start(meet, token) : meet;
    const name = await findUserName(env.db, actor.userId);
    const visitor = { kind: 'person', userId: actor.userId, name } as const;
    const rights = { role: access.role, mayWrite: actor.mayWrite };
    const room = await rooms.open(started);
    await storeAttendee(env, started, actor.userId);
    return { room, visitor, rights, sessionKey, binderId: meet.binder_id, actor };
  }

  async function admitByLink(sessionKey: string, token: string, address: string): Promise<Admitted> {
    const { meet, linkId, guestId, name, expiresAt } = await admitGuest(env, token).catch(async (error) => {
      if (error instanceof ApiError && error.status === 401) await channel.countRefusal(address);
      throw error;
    });
    // A token for another meet must grant and reveal nothing.
    if (meet.session_key !== sessionKey) throw notFound('meet', sessionKey);
    await nodes.acquire(sessionKey);
    const visitor = { kind: 'guest', guestId, name, linkId } as const;
    const rights = { role: 'guest', mayWrite: true } as const;
    const room = await rooms.open(meet);
    return { room, visitor, rights, sessionKey, binderId: meet.binder_id, actor: undefined, expiresAt };
  }

  return {
    admitConnection: channel.admitConnection,
    admit: (sessionKey, token, address) =>
      (GUEST_TOKEN.test(token) ? admitByLink : admitPerson)(sessionKey, token, address),
    prove,
    proveGuest: (token, sessionKey) => proveGuest(env, token, sessionKey),
    watch: (token, binderId, graceMs) => tokens.watch(token, binderId, graceMs),
    now: () => env.clock.now(),
    log: (error) => env.log.warn({ err: error }, 'meet: admission failed'),
  };
}
