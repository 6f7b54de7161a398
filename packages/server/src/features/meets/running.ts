import { type Actor, accessBinder, type BinderAccess, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, notFound, preconditionFailed } from '../../errors.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import { writeFeedMessage } from '../message-rows/index.ts';
import { moveMeet } from './change-queries.ts';
import { findMeet, type MeetRow } from './queries.ts';
import { isHost, logWithFeed, readMeet, textOfEnd } from './service.ts';

export async function findMeetToJoin(env: Environment, sessionKey: string): Promise<MeetRow | undefined> {
  const meet = await findMeet(env.db, sessionKey);
  return meet && isOpen(meet) ? meet : undefined;
}

function isOpen({ state }: Pick<MeetRow, 'state'>): boolean {
  return state === 'SESSION_SCHEDULED' || state === 'SESSION_STARTED';
}

export function requireOpen(meet: Pick<MeetRow, 'state' | 'session_key'>): void {
  if (meet.state === 'SESSION_DELETED') throw notFound('meet', meet.session_key);
  if (!isOpen(meet)) throw preconditionFailed(because('meet_over'));
}

/** Joining a scheduled meet starts it, and needs write access. */
export async function admitToMeet(
  env: Environment,
  actor: Pick<Actor, 'userId'>,
  sessionKey: string,
): Promise<{ meet: MeetRow; role: 'host' | 'member'; access: BinderAccess }> {
  const meet = await readMeet(env.db, sessionKey);
  const access = await accessBinder(env.db, actor, meet.binder_id, 'read');
  requireOpen(meet);
  if (meet.state === 'SESSION_SCHEDULED' && access.role === 'viewer')
    throw forbidden(because('meet_start_write'));
  return { meet, role: isHost(meet, access, actor) ? 'host' : 'member', access };
}

export async function startMeet(
  env: Environment,
  { binder_id: binderId, session_key: sessionKey }: Pick<MeetRow, 'binder_id' | 'session_key'>,
  by: Pick<Actor, 'userId'>,
): Promise<MeetRow> {
  const existingMeet = await readMeet(env.db, sessionKey);
  if (existingMeet.state === 'SESSION_STARTED') return existingMeet;
  return changeBinder({ env, db: env.db, actor: by, binderId }, 'write', async (change) => {
    const meet = await readMeet(change.tx, sessionKey);
    requireOpen(meet);
    if (await moveMeet(change.tx, meet, 'start', change.at)) {
      const body = { id: meet.id, session_key: sessionKey, name: meet.name, scheduled: true };
      await logWithFeed(change, by.userId, meet, { kind: 'meet_started', body });
    }
    return orNotFound(await findMeet(change.tx, sessionKey), 'meet', sessionKey);
  });
}

/**
 * Does not check rights. Returns false if the meet has already ended.
 *
 * @param by null if the server ends the meet in the host's name
 */
export function endMeet(
  env: Environment,
  { binder_id: binderId, session_key: sessionKey }: Pick<MeetRow, 'binder_id' | 'session_key'>,
  by: Pick<Actor, 'userId'> | null,
): Promise<boolean> {
  return moveWithoutCaller(env, { binderId, sessionKey }, 'end', by);
}

/** Returns false if the meet has already ended, or if somebody has joined meanwhile. */
export function expireMeet(
  env: Environment,
  { binder_id: binderId, session_key: sessionKey }: Pick<MeetRow, 'binder_id' | 'session_key'>,
  move: 'expire' | 'abandon' | 'orphan',
): Promise<boolean> {
  return moveWithoutCaller(env, { binderId, sessionKey }, move, null);
}

function moveWithoutCaller(
  env: Environment,
  { binderId, sessionKey }: { binderId: string; sessionKey: string },
  move: 'end' | 'expire' | 'abandon' | 'orphan',
  by: Pick<Actor, 'userId'> | null,
): Promise<boolean> {
  return env.db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
    const meet = await findMeet(tx, sessionKey);
    const at = env.clock.now();
    if (!meet || !(await moveMeet(tx, meet, move, at))) return false;
    const actorId = by?.userId ?? meet.host_id;
    const names = { id: meet.id, session_key: sessionKey, name: meet.name };
    const body = meet.started_at === null ? names : { ...names, start_time: meet.started_at };
    const entries: NewLogEntry[] = [{ kind: 'meet_ended', body }];
    if (move !== 'expire') {
      const replyTo = { meet: { session_key: sessionKey } };
      const text = await textOfEnd(tx, meet, actorId, at);
      entries.push(await writeFeedMessage(tx, { binderId, userId: actorId, at, text, replyTo }));
    }
    await append(tx, { binderId, actorId, at, bus: env.bus }, entries);
    return true;
  });
}
