import { randomBytes } from 'node:crypto';
import type { MediaSource } from '@ringbinder/protocol';
import type { EngineLog } from '../engine.ts';
import type { EngineEvent } from '../messages.ts';
import { type EgressRecording, type RecordingFolders, recordByEgress } from './recording.ts';
import { ignoreGone, type RoomMember, reconcileRoom } from './room-state.ts';
import type { LivekitApi } from './server-api.ts';
import { type LivekitKey, permissionOf, signToken } from './tokens.ts';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

/** What a meet needs of the engine. */
export interface LivekitMeetParts {
  url: string;
  key: LivekitKey;
  api: LivekitApi;
  folders: RecordingFolders | undefined;
  log: EngineLog;
  now(): number;
  tell(event: EngineEvent): void;
}

/** One meet that LiveKit carries. */
export interface LivekitMeet {
  readonly room: string;
  readonly members: ReadonlyMap<string, RoomMember>;
  join(id: string): void;
  leave(id: string): void;
  /** Lets somebody send a source, or no longer. */
  setStopped(id: string, source: MediaSource, isStopped: boolean): void;
  /** Tells somebody once more how to come in. */
  admit(id: string): void;
  /** Asks LiveKit how it is. */
  look(): void;
  record(folder: string, elapsedMs: number): void;
  stopRecording(): void;
  /** Nobody is in it, and it is not recorded. */
  readonly isOver: boolean;
  /** Does nothing any more. */
  close(): void;
}

/**
 * Opens a meet. Its room in LiveKit has a name of its own each time: the process that had the meet before cannot end it, and
 * its tokens open nothing here.
 */
export function openLivekitMeet(meet: string, parts: LivekitMeetParts): LivekitMeet {
  const { api, key, log, now, tell, url } = parts;
  const room = `${meet}/${randomBytes(6).toString('hex')}`;
  const members = new Map<string, RoomMember>();
  let recording: EgressRecording | undefined;
  let isClosed = false;
  let isLookDue = false;
  let work: Promise<void> = Promise.resolve();

  /** One thing after the other, as it was told. */
  function enqueue(what: string, task: () => Promise<unknown>): void {
    work = work
      .then(() => (isClosed ? undefined : task()))
      .then(
        () => undefined,
        (error) => log.warn({ err: error, meet }, `LiveKit did not ${what}`),
      );
  }

  function admit(id: string, wait = MIN_RETRY_MS): void {
    enqueue('let somebody in', async () => {
      const member = members.get(id);
      if (member === undefined) return;
      try {
        await api.createRoom(room);
      } catch (error) {
        setTimeout(() => admit(id, Math.min(MAX_RETRY_MS, wait * 2)), wait).unref();
        throw error;
      }
      if (members.get(id) !== member) return;
      const { canPublish, sources } = permissionOf(member.stopped);
      const grant = {
        ...{ roomJoin: true, room, canSubscribe: true, canPublish, canPublishSources: sources },
        ...{ canPublishData: false, canUpdateOwnMetadata: false },
      };
      tell({ type: 'access', meet, participant: id, url, room, token: signToken(key, grant, now(), id) });
    });
  }

  const listener = {
    published(participant: string, source: MediaSource, trackSid: string) {
      tell({ type: 'published', meet, participant, source });
      recording?.add(participant, source, trackSid);
    },
    unpublished(participant: string, source: MediaSource) {
      tell({ type: 'unpublished', meet, participant, source });
    },
  };

  return {
    room,
    members,
    join(id) {
      if (!members.has(id)) members.set(id, { stopped: new Set(), tracks: new Map() });
      admit(id);
    },
    leave(id) {
      if (!members.delete(id)) return;
      enqueue('remove somebody', () => api.removeParticipant(room, id).catch(ignoreGone));
      if (members.size > 0) return;
      enqueue('delete a room', async () => {
        if (members.size === 0) await api.deleteRoom(room).catch(ignoreGone);
      });
    },
    setStopped(id, source, isStopped) {
      const member = members.get(id);
      if (member === undefined || member.stopped.has(source) === isStopped) return;
      if (isStopped) member.stopped.add(source);
      else member.stopped.delete(source);
      enqueue('change what somebody may send', async () => {
        const { canPublish, sources } = permissionOf(member.stopped);
        await api.allow(room, id, canPublish, sources).catch(ignoreGone);
      });
    },
    admit: (id) => admit(id),
    look() {
      recording?.look();
      if (isLookDue) return;
      isLookDue = true;
      enqueue('tell who is in a room', () => {
        isLookDue = false;
        return reconcileRoom(api, room, members, listener);
      });
    },
    record(folder, elapsedMs) {
      if (recording || parts.folders === undefined) return;
      const begunAt = now() - elapsedMs;
      const started = recordByEgress({ ...parts, folders: parts.folders, meet, room, folder, begunAt });
      recording = started;
      for (const [id, { tracks }] of members)
        for (const [source, sid] of tracks) started.add(id, source, sid);
    },
    stopRecording() {
      const ended = recording;
      recording = undefined;
      void (ended?.stop() ?? Promise.resolve()).then(() => tell({ type: 'recorded', meet }));
    },
    get isOver() {
      return members.size === 0 && recording === undefined;
    },
    close() {
      isClosed = true;
    },
  };
}
