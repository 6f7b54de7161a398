import { setTimeout as sleep } from 'node:timers/promises';
import { findRolesAmong } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { subscribeToLog } from '../../log/index.ts';
import { setMeetCaptions, writeCaption } from '../meet-captions/index.ts';
import { beginRecording, resumeRecording } from '../meet-recordings/index.ts';
import {
  clearKnock,
  decideOnGuest,
  endMeet,
  findGuestStates,
  findMeetToJoin,
  findRevokedGuestLinks,
  logKnock,
  logPresence,
  type MeetRow,
  UNATTENDED_MS,
} from '../meets/index.ts';
import { iceServersFor } from './ice-servers.ts';
import type { MemberConnection } from './member.ts';
import { PresenceWriter } from './presence-writer.ts';
import { findBinderPosition, isCallOfTwo, setMeetLocked } from './queries.ts';
import { openRoom } from './room.ts';
import { RESUME_WINDOW_MS, type Room, type RoomInfo, type RoomServices } from './room-interface.ts';
import { findStagedPage } from './staged-page.ts';

/** An empty meet ends after this time, but not before its planned end. */
const EMPTY_MS = 60_000;
/** The platform limits a timer to about 24 days. */
const MAX_TIMER_MS = 24 * 60 * 60 * 1_000;

export interface Rooms {
  open(meet: MeetRow): Promise<Room>;
  has(sessionKey: string): boolean;
  /** The members reconnect to another process. */
  abandon(sessionKey: string): void;
  close(): void;
}

interface RoomEntry {
  room: Room;
  meet: MeetRow;
  over: AbortController;
  timer: NodeJS.Timeout | undefined;
}

const ended = (message: string) => (connection: MemberConnection) => connection.end('ended', message);

/** A recording continues after a crash, unless a host stopped it. */
function recorderOf({ recorder_id, auto_recording, host_id }: MeetRow): { userId: string } | null {
  const userId = recorder_id ?? (auto_recording ? host_id : '');
  return userId === '' ? null : { userId };
}

export function createRooms(env: Environment): Rooms {
  return new EnvironmentRooms(env);
}

class EnvironmentRooms implements Rooms {
  readonly #env: Environment;
  readonly #rooms = new Map<string, RoomEntry>();
  readonly #ending = new Map<string, Room>();
  #unlisten: (() => void) | undefined;

  constructor(env: Environment) {
    this.#env = env;
    env.revocations.subscribe((revoked) => {
      for (const { room } of this.#rooms.values()) {
        const { binderId } = room.info;
        if (revoked === 'any' || ('binderId' in revoked && revoked.binderId === binderId))
          room.accessChanged();
      }
    });
  }

  has(sessionKey: string): boolean {
    return this.#rooms.has(sessionKey);
  }

  async open(meet: MeetRow): Promise<Room> {
    const key = meet.session_key;
    const existing = this.#find(meet);
    if (existing) return existing;
    const env = this.#env;
    const [guests, isOfTwo] = await Promise.all([findGuestStates(env.db, meet), isCallOfTwo(env.db, key)]);
    const meanwhile = this.#find(meet);
    if (meanwhile) return meanwhile;
    this.#unlisten ??= this.#listen();
    env.meetEngine.start();
    const over = new AbortController();
    const room = openRoom(
      { ...infoOf(env, meet), isCallOfTwo: isOfTwo },
      {
        ...servicesFor(env, meet, over.signal),
        engineKey: this.#engineKeyOf(key),
        guests,
        onEmpty: (isEmpty) => (isEmpty ? this.#endLater(key, EMPTY_MS) : this.#cancelEnd(key)),
      },
    );
    this.#rooms.set(key, { room, meet, over, timer: undefined });
    this.#endLater(key, UNATTENDED_MS);
    void watchMeet(env, meet, over.signal, {
      onOver: () => this.#close(key, ended('the meet has ended')),
      onChange: () => room.binderChanged(),
      onAccessChange: () => room.accessChanged(),
    });
    return room;
  }

  /** A host may have changed the plan since guests opened the room. */
  #find(meet: MeetRow): Room | undefined {
    const entry = this.#rooms.get(meet.session_key);
    if (entry?.meet.state === 'SESSION_SCHEDULED') {
      entry.meet = meet;
      Object.assign(entry.room.info, infoOf(this.#env, meet));
      this.#endLater(meet.session_key, UNATTENDED_MS);
    }
    return entry?.room;
  }

  abandon(sessionKey: string): void {
    this.#close(sessionKey, (connection) => connection.drop());
  }

  close(): void {
    this.#unlisten?.();
    for (const { over, timer } of this.#rooms.values()) {
      clearTimeout(timer);
      over.abort();
    }
    this.#rooms.clear();
  }

  #engineKeyOf(sessionKey: string): string {
    return `${this.#env.name}/${sessionKey}`;
  }

  #listen(): () => void {
    const { meetEngine } = this.#env;
    const prefix = this.#engineKeyOf('');
    const endEvents = meetEngine.onEvent((event) => {
      if (!event.meet.startsWith(prefix)) return;
      const sessionKey = event.meet.slice(prefix.length);
      this.#rooms.get(sessionKey)?.room.onEngineEvent(event);
      if (event.type === 'recorded') this.#ending.get(sessionKey)?.recording.written();
    });
    const endRunning = meetEngine.onRunning((isRunning) => {
      for (const { room } of this.#rooms.values()) room.engineChanged(isRunning);
      // After the engine starts or stops, nothing will finish earlier recordings.
      for (const room of this.#ending.values()) room.recording.written();
    });
    return () => {
      endEvents();
      endRunning();
    };
  }

  #close(sessionKey: string, finish: (connection: MemberConnection) => void): void {
    const currentRoom = this.#rooms.get(sessionKey);
    if (currentRoom === undefined) return;
    this.#rooms.delete(sessionKey);
    clearTimeout(currentRoom.timer);
    currentRoom.over.abort();
    const { room } = currentRoom;
    this.#ending.set(sessionKey, room);
    void room.close(finish).finally(() => {
      if (this.#ending.get(sessionKey) === room) this.#ending.delete(sessionKey);
    });
  }

  #cancelEnd(sessionKey: string): void {
    clearTimeout(this.#rooms.get(sessionKey)?.timer);
  }

  /** The room of a scheduled meet only closes, unless guests are waiting. */
  #endLater(sessionKey: string, waitMs: number): void {
    const entry = this.#rooms.get(sessionKey);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    const { room, meet } = entry;
    const isRunning = meet.state === 'SESSION_STARTED';
    const untilPlannedEnd = () => (isRunning ? (meet.ends_at ?? 0) - this.#env.clock.now() : 0);
    entry.timer = setTimeout(
      () => {
        if (untilPlannedEnd() > 0) this.#endLater(sessionKey, 0);
        else if (isRunning) this.#endEmpty(meet);
        else if (room.lobby.waiting().length > 0) this.#endLater(sessionKey, waitMs);
        else this.abandon(sessionKey);
      },
      Math.min(MAX_TIMER_MS, Math.max(waitMs, untilPlannedEnd())),
    ).unref();
  }

  #endEmpty(meet: MeetRow): void {
    this.#close(meet.session_key, ended('everybody has left'));
    void endMeet(this.#env, meet, null).catch((error) =>
      this.#env.log.warn({ err: error, meet: meet.session_key }, 'meet: ending an empty meet failed'),
    );
  }
}

function infoOf(env: Environment, meet: MeetRow): Omit<RoomInfo, 'isCallOfTwo'> {
  return {
    topic: meet.name,
    binderId: meet.binder_id,
    startedTime: meet.started_at ?? env.clock.now(),
    hostId: meet.host_id,
    isLocked: meet.is_locked,
    hasCaptions: meet.has_captions,
    recordedBy: recorderOf(meet),
  };
}

function servicesFor(
  env: Environment,
  meet: MeetRow,
  signal: AbortSignal,
): Omit<RoomServices, 'engineKey' | 'guests' | 'onEmpty'> {
  const { session_key: key, binder_id: binderId } = meet;
  const warn = (problem: string) => (reason: string) => env.log.warn({ meet: key, reason }, problem);
  // The meet's previous process may have left an unfinished recording.
  let begin = meet.recorder_id === null ? beginRecording : resumeRecording;
  let knockStored = Promise.resolve();
  const storeInTurn = (store: () => Promise<void>) => {
    knockStored = knockStored
      .then(store)
      .catch((error) => warn('meet: storing a knock failed')(String(error)));
  };
  const presence = new PresenceWriter({
    expected: (meet.participants ?? []).map(({ id }) => id),
    graceMs: RESUME_WINDOW_MS,
    write: (userIds) => logPresence(env, meet, userIds),
    failed: warn('meet: storing who is present failed'),
    signal,
  });
  return {
    storePresence: (userIds) => presence.set(userIds),
    engine: env.meetEngine,
    now: () => env.clock.now(),
    // The relay uses real time.
    iceServers: (participantId) => iceServersFor(env.config, participantId, Date.now()),
    setCaptions: (hasCaptions) => setMeetCaptions(env.db, key, hasCaptions),
    writeCaption: (phrase) => writeCaption(env, meet, phrase),
    decideOnGuest: (guestId, state) => decideOnGuest(env.db, meet, guestId, state, env.clock.now()),
    findRevokedLinks: (linkIds) => findRevokedGuestLinks(env.db, meet, linkIds),
    linksFailed: warn('meet: reading guest links failed'),
    findRoles: (userIds) => findRolesAmong(env.db, binderId, userIds),
    rolesFailed: warn('meet: reading roles failed'),
    knock: () => storeInTurn(() => logKnock(env, meet)),
    clearKnock: () => storeInTurn(() => clearKnock(env, meet)),
    setLocked: (isLocked) => setMeetLocked(env.db, key, isLocked),
    record(by) {
      const begun = begin(env, meet, by);
      begin = beginRecording;
      return begun;
    },
    recordingFailed: warn('meet: recording incomplete'),
    findStagedPage: (by, pageId) => findStagedPage(env, binderId, by, pageId),
    stageFailed: warn('the page on the stage of a meet was not found'),
    async end(by) {
      await endMeet(env, meet, by);
    },
    endFailed: warn('meet: ending a call failed'),
  };
}

const LOOKUP_RETRY_MS = 1_000;

async function watchMeet(
  env: Environment,
  { binder_id: binderId, session_key: sessionKey }: MeetRow,
  signal: AbortSignal,
  { onOver, onChange, onAccessChange }: { onOver(): void; onChange(): void; onAccessChange(): void },
): Promise<void> {
  let accessVersion: number | undefined;
  const subscription = subscribeToLog(env, binderId, signal);
  while (!signal.aborted) {
    try {
      subscription.reset();
      const at = await findBinderPosition(env.db, binderId);
      if (at.accessVersion !== accessVersion && accessVersion !== undefined) onAccessChange();
      accessVersion = at.accessVersion;
      if ((await findMeetToJoin(env, sessionKey)) === undefined) {
        if (!signal.aborted) onOver();
        break;
      }
      await subscription.waitForEntries(at.seq);
      if (!signal.aborted) onChange();
    } catch (error) {
      env.log.warn({ err: error }, 'meet: lookup failed, retrying');
      await sleep(LOOKUP_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  subscription.close();
}
