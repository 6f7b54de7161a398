import type { MeetRepeat } from '@ringbinder/protocol';
import {
  type Actor,
  accessBinder,
  type BinderAccess,
  type BinderChange,
  changeBinder,
  orNotFound,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, notFound, preconditionFailed } from '../../errors.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { createBinder } from '../binders/index.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import * as changes from './change-queries.ts';
import { countPlanned, countRunning, findMeet, type MeetRow } from './queries.ts';
import { checkRepeat } from './repeat.ts';
import { checkTimes } from './times.ts';

const MAX_SCHEDULED_PER_BINDER = 500;
const MAX_RUNNING_PER_BINDER = 20;

export type NamedMeet = MeetRow & { binder_name: string };

export interface MeetCall {
  env: Environment;
  db: Database;
  actor: Actor;
  sessionKey: string;
}

export interface MeetInput {
  name: string;
  agenda: string;
  startsAt: number;
  endsAt: number;
  autoRecording: boolean;
  sendsMail: boolean;
  repeat: MeetRepeat | null;
}

export function scheduleMeet(
  { env, db, actor }: Omit<MeetCall, 'sessionKey'>,
  binderId: string | undefined,
  input: MeetInput,
): Promise<NamedMeet> {
  checkTimes(input.startsAt, input.endsAt, env.clock.now());
  if (input.repeat) checkRepeat(input.repeat, input.startsAt);
  return db.transaction(async (tx) => {
    const owned = { name: input.name, description: input.agenda.slice(0, 4096), conversation: false };
    const id = binderId ?? (await createBinder(env, tx, actor, owned)).id;
    return changeBinder({ env, db: tx, actor, binderId: id }, 'write', async (change) => {
      const planned = await countPlanned(change.tx, id);
      if (planned >= MAX_SCHEDULED_PER_BINDER)
        throw preconditionFailed(because('meets_planned_full', { count: planned }));
      return insert(env, actor, change, { ...input, state: 'SESSION_SCHEDULED' });
    });
  });
}

export function startMeetNow(
  { env, db, actor }: Omit<MeetCall, 'sessionKey'>,
  binderId: string,
  input: Pick<MeetInput, 'agenda' | 'autoRecording' | 'sendsMail'> & { name: string | undefined },
): Promise<NamedMeet> {
  return changeBinder({ env, db, actor, binderId }, 'write', async (change) => {
    const running = await countRunning(change.tx, binderId);
    if (running >= MAX_RUNNING_PER_BINDER)
      throw preconditionFailed(because('meets_running_full', { count: running }));
    const [binder] = await change.tx.query<{ name: string }>('SELECT name FROM binders WHERE id = $1', [
      binderId,
    ]);
    const name = input.name ?? binder?.name ?? '';
    const times = { startsAt: change.at, endsAt: null, repeat: null };
    return insert(env, actor, change, { ...input, ...times, name, state: 'SESSION_STARTED' });
  });
}

async function insert(
  env: Environment,
  actor: Pick<Actor, 'userId'>,
  change: BinderChange,
  input: Omit<MeetInput, 'endsAt'> & {
    endsAt: number | null;
    state: 'SESSION_SCHEDULED' | 'SESSION_STARTED';
  },
): Promise<NamedMeet> {
  const { tx, at, access } = change;
  const { binderId } = access;
  const id = await allocateIds(tx, binderId, 1);
  const { state } = input;
  const meet = {
    binder_id: binderId,
    id,
    session_key: env.ids.next('meet'),
    name: input.name,
    agenda: input.agenda,
    state,
    host_id: actor.userId,
    auto_recording: input.autoRecording,
    sends_mail: input.sendsMail,
    starts_at: input.startsAt,
    ends_at: input.endsAt,
    repeat: input.repeat,
    repeats_from: input.repeat && input.startsAt,
    series_key: null,
    plan_sequence: 0,
    created_at: at,
  };
  await changes.insertMeet(tx, meet);
  const names = { id, session_key: meet.session_key, name: meet.name };
  const entry: NewLogEntry =
    state === 'SESSION_STARTED'
      ? { kind: 'meet_started', body: { ...names, scheduled: false } }
      : {
          kind: 'meet_scheduled',
          body: { ...names, start_time: input.startsAt, end_time: input.endsAt ?? input.startsAt },
        };
  await logWithFeed(change, actor.userId, meet, entry);
  return orNotFound(await findMeet(tx, meet.session_key), 'meet', meet.session_key);
}

const LINES = {
  meet_scheduled: feedTexts.meetScheduled,
  meet_cancelled: feedTexts.meetCancelled,
  meet_started: feedTexts.meetStarted,
  meet_answered: feedTexts.callDeclined,
} as const;

const MINUTE_MS = 60_000;

/** @param userId the user who ends the meet */
export async function textOfEnd(tx: Transaction, meet: MeetRow, userId: string, at: number): Promise<string> {
  const call = await changes.findCall(tx, meet, userId);
  if (!call) return feedTexts.meetEnded(meet.name);
  if (call.is_missed) return feedTexts.missedCall();
  return feedTexts.callEnded(Math.max(1, Math.round((at - (meet.started_at ?? at)) / MINUTE_MS)));
}

/** Call this after the statement that uses `NEXT_REVISION`. */
export async function logWithFeed(
  { tx, at, access, log }: BinderChange,
  userId: string,
  meet: Pick<MeetRow, 'session_key' | 'name'>,
  entry: NewLogEntry,
  text = LINES[entry.kind as keyof typeof LINES]?.(meet.name),
): Promise<void> {
  const message = text !== undefined && {
    binderId: access.binderId,
    userId,
    at,
    text,
    replyTo: { meet: { session_key: meet.session_key } },
  };
  await log(message ? [entry, await writeFeedMessage(tx, message)] : [entry]);
}

export async function getMeet(env: Environment, actor: Actor, sessionKey: string): Promise<NamedMeet> {
  const meet = await readMeet(env.db, sessionKey);
  await accessBinder(env.db, actor, meet.binder_id, 'read');
  if (meet.state === 'SESSION_DELETED') throw notFound('meet', sessionKey);
  return meet;
}

export async function readMeet(db: Database, sessionKey: string): Promise<NamedMeet> {
  return orNotFound(await findMeet(db, sessionKey), 'meet', sessionKey);
}

export function isHost(
  meet: Pick<MeetRow, 'host_id'>,
  access: Pick<BinderAccess, 'role'>,
  { userId }: Pick<Actor, 'userId'>,
): boolean {
  return access.role === 'owner' || (access.role !== 'viewer' && meet.host_id === userId);
}

export async function changeMeet<T>(
  { env, db, actor, sessionKey }: MeetCall,
  work: (meet: NamedMeet, change: BinderChange) => Promise<T>,
): Promise<T> {
  const { binder_id: binderId } = await readMeet(db, sessionKey);
  return changeBinder({ env, db, actor, binderId }, 'read', async (change) => {
    const meet = await readMeet(change.tx, sessionKey);
    if (meet.state === 'SESSION_DELETED') throw notFound('meet', sessionKey);
    if (!isHost(meet, change.access, actor)) throw forbidden(because('meet_hosts_only'));
    return work(meet, change);
  });
}
