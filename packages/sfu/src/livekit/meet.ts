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
/** Somebody gets tokens no faster, and LiveKit is asked about a room no faster, however often a client says that it should be. */
const ADMIT_MS = 1_000;
const LOOK_MS = 250;

/** What a meet needs of the engine. */
export interface LivekitMeetOptions {
  url: string;
  key: LivekitKey;
  api: LivekitApi;
  folders: RecordingFolders | undefined;
  log: EngineLog;
  now(): number;
  tell(event: EngineEvent): void;
}

export interface LivekitMeet {
  readonly room: string;
  readonly members: ReadonlyMap<string, RoomMember>;
  join(id: string): void;
  leave(id: string): void;
  setStopped(id: string, source: MediaSource, isStopped: boolean): void;
  /** Tells somebody once more how to come in. */
  admit(id: string): void;
  look(): void;
  record(folder: string, elapsedMs: number): void;
  stopRecording(): void;
  /** Nobody is in it, and it is not recorded. */
  readonly isOver: boolean;
  close(): void;
}

/**
 * Opens a meet. Its room in LiveKit has a name of its own each time: the process that had the meet before cannot end it, and
 * its tokens open nothing here.
 */
export function openLivekitMeet(meet: string, parts: LivekitMeetOptions): LivekitMeet {
  const { api, key, log, now, tell, url } = parts;
  const room = `${meet}/${randomBytes(6).toString('hex')}`;
  const members = new Map<string, RoomMember & { admit(): void }>();
  let recording: EgressRecording | undefined;
  let isClosed = false;
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

  /** Gives what does a task at once, and again no sooner than so long after; in between it is asked for once. */
  function spaced(leastMs: number, task: () => void): () => void {
    let isDue = false;
    let last = -leastMs;
    return () => {
      if (isDue) return;
      isDue = true;
      const run = () => {
        isDue = false;
        last = performance.now();
        task();
      };
      const wait = last + leastMs - performance.now();
      if (wait <= 0) run();
      else setTimeout(run, wait).unref();
    };
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
        roomJoin: true,
        room,
        canSubscribe: true,
        canPublish,
        canPublishSources: sources,
        canPublishData: false,
        canUpdateOwnMetadata: false,
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

  const look = spaced(LOOK_MS, () =>
    enqueue('tell who is in a room', () => reconcileRoom(api, room, members, listener)),
  );

  return {
    room,
    members,
    join(id) {
      const known = members.get(id);
      const member = known ?? {
        stopped: new Set<MediaSource>(),
        tracks: new Map<MediaSource, string>(),
        admit: spaced(ADMIT_MS, () => admit(id)),
      };
      members.set(id, member);
      member.admit();
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
    admit: (id) => members.get(id)?.admit(),
    look() {
      recording?.look();
      look();
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
