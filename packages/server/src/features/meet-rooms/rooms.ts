import { setTimeout as sleep } from 'node:timers/promises';
import { findRolesAmong } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { subscribeToLog } from '../../log/index.ts';
import { setMeetCaptions, writeCaption } from '../meet-captions/index.ts';
import { beginRecording, resumeRecording } from '../meet-recordings/index.ts';
import {
  decideOnGuest,
  endMeet,
  findGuestStates,
  findMeetToJoin,
  findRevokedGuestLinks,
  type MeetRow,
} from '../meets/index.ts';
import { iceServersFor } from './ice-servers.ts';
import type { MemberConnection } from './member.ts';
import { findBinderPosition, setMeetLocked } from './queries.ts';
import { openRoom } from './room.ts';
import type { Room } from './room-interface.ts';
import { findStagedPage } from './staged-page.ts';

/** How long an empty meet waits for somebody to come back; a planned one until its end. */
const EMPTY_MS = 60_000;
/** A timer reaches no further; a meet is not longer. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1_000;

export interface Rooms {
  open(meet: MeetRow): Promise<Room>;
  has(sessionKey: string): boolean;
  /** Another process has the meet now: who is in it here is sent off, to come back there. */
  abandon(sessionKey: string): void;
  close(): void;
}

interface HeldRoom {
  room: Room;
  over: AbortController;
  timer: NodeJS.Timeout | undefined;
}

const ended = (message: string) => (connection: MemberConnection) => connection.end('ended', message);

/** As whom a meet is recorded when somebody comes in: it goes on where a process died, unless a host has stopped it. */
function recorderOf({ recorder_id, auto_recording, host_id }: MeetRow): { userId: string } | null {
  const userId = recorder_id ?? (auto_recording ? host_id : '');
  return userId === '' ? null : { userId };
}

export function createRooms(env: Environment): Rooms {
  const { meetEngine: engine } = env;
  const rooms = new Map<string, HeldRoom>();
  /** Rooms that are over, while what they recorded is written. */
  const ending = new Map<string, Room>();
  const engineKeyOf = (sessionKey: string) => `${env.name}/${sessionKey}`;
  const prefix = engineKeyOf('');

  env.revocations.subscribe((revoked) => {
    for (const { room } of rooms.values()) {
      const { binderId } = room.info;
      if (revoked === 'any' || ('binderId' in revoked && revoked.binderId === binderId)) room.accessChanged();
    }
  });

  let unlisten: (() => void) | undefined;

  /** From the first meet on. */
  function listen(): () => void {
    const unhear = engine.onEvent((event) => {
      if (!event.meet.startsWith(prefix)) return;
      const sessionKey = event.meet.slice(prefix.length);
      rooms.get(sessionKey)?.room.heard(event);
      if (event.type === 'recorded') ending.get(sessionKey)?.recording.written();
    });
    const unwatch = engine.onRunning((isRunning) => {
      for (const { room } of rooms.values()) room.engineChanged(isRunning);
      // A process that has died has written what it could.
      for (const room of ending.values()) room.recording.written();
    });
    return () => {
      unhear();
      unwatch();
    };
  }

  function close(sessionKey: string, finish: (connection: MemberConnection) => void): void {
    const held = rooms.get(sessionKey);
    if (held === undefined) return;
    rooms.delete(sessionKey);
    clearTimeout(held.timer);
    held.over.abort();
    const { room } = held;
    ending.set(sessionKey, room);
    void room.close(finish).finally(() => {
      if (ending.get(sessionKey) === room) ending.delete(sessionKey);
    });
  }

  function emptied(meet: MeetRow, isEmpty: boolean): void {
    const held = rooms.get(meet.session_key);
    if (held === undefined) return;
    clearTimeout(held.timer);
    if (!isEmpty) return;
    const planned = (meet.ends_at ?? 0) - env.clock.now();
    held.timer = setTimeout(
      () => {
        close(meet.session_key, ended('everybody has left'));
        void endMeet(env, meet, null).catch((error) =>
          env.log.warn({ err: error, meet: meet.session_key }, 'an empty meet could not be ended'),
        );
      },
      Math.min(MAX_WAIT_MS, Math.max(EMPTY_MS, planned)),
    ).unref();
  }

  return {
    async open(meet) {
      const key = meet.session_key;
      const known = rooms.get(key);
      if (known) return known.room;
      const guests = await findGuestStates(env.db, meet);
      const meanwhile = rooms.get(key);
      if (meanwhile) return meanwhile.room;
      unlisten ??= listen();
      engine.start();
      const over = new AbortController();
      const info = {
        topic: meet.name,
        binderId: meet.binder_id,
        startedTime: meet.started_at ?? env.clock.now(),
        hostId: meet.host_id,
        isLocked: meet.is_locked,
        hasCaptions: meet.has_captions,
        recordedBy: recorderOf(meet),
      };
      // A process that had the meet before may have left a recording.
      let begin = meet.recorder_id === null ? beginRecording : resumeRecording;
      const room = openRoom(info, {
        engine,
        engineKey: engineKeyOf(key),
        now: () => env.clock.now(),
        iceServers: (
          participantId, // The relay goes by the machine’s time, also where that of the sandbox was moved.
        ) => iceServersFor(env.config, participantId, Date.now()),
        setCaptions: (hasCaptions) => setMeetCaptions(env.db, key, hasCaptions),
        writeCaption: (phrase) => writeCaption(env, meet, phrase),
        guests,
        decideOnGuest: (guestId, state) => decideOnGuest(env.db, meet, guestId, state, env.clock.now()),
        findRevokedLinks: (linkIds) => findRevokedGuestLinks(env.db, meet, linkIds),
        linksFailed: (message) =>
          env.log.warn({ meet: key, reason: message }, 'guest links of a meet could not be looked up'),
        findRoles: (userIds) => findRolesAmong(env.db, meet.binder_id, userIds),
        rolesFailed: (message) =>
          env.log.warn({ meet: key, reason: message }, 'roles of people in a meet could not be looked up'),
        setLocked: (isLocked) => setMeetLocked(env.db, key, isLocked),
        record(by) {
          const begun = begin(env, meet, by);
          begin = beginRecording;
          return begun;
        },
        recordingFailed: (message) =>
          env.log.warn({ meet: key, reason: message }, 'a meet was not recorded, or not all of it'),
        findStagedPage: (by, pageId) => findStagedPage(env, meet.binder_id, by, pageId),
        stageFailed: (message) =>
          env.log.warn({ meet: key, reason: message }, 'the page on the stage of a meet was not found'),
        async end(by) {
          await endMeet(env, meet, by);
        },
        onEmpty: (isEmpty) => emptied(meet, isEmpty),
      });
      rooms.set(key, { room, over, timer: undefined });
      void watchMeet(env, meet, over.signal, {
        onOver: () => close(key, ended('the meet has ended')),
        onChange: () => room.binderChanged(),
        onAccessChange: () => room.accessChanged(),
      });
      return room;
    },
    has: (sessionKey) => rooms.has(sessionKey),
    abandon: (sessionKey) => close(sessionKey, (connection) => connection.drop()),
    close() {
      unlisten?.();
      for (const { over, timer } of rooms.values()) {
        clearTimeout(timer);
        over.abort();
      }
      rooms.clear();
    },
  };
}

const LOOKUP_RETRY_MS = 1_000;

/**
 * Calls back when a meet is over by what the binder's log tells, as when somebody ended it by a call, once at the most; and
 * when there is something new in the binder, or its members have other roles.
 */
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
      env.log.warn({ err: error }, 'a meet could not be looked up; it is tried again');
      await sleep(LOOKUP_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  subscription.close();
}
