import { randomBytes } from 'node:crypto';
import type { MediaSource } from '@ringbinder/protocol';
import type { EngineLog } from '../engine.ts';
import type { EngineEvent } from '../messages.ts';
import { type EgressRecording, type RecordingFolders, recordByEgress } from './recording.ts';
import { ignoreNotFound, type RoomMember, reconcileRoom } from './room-state.ts';
import type { LivekitApi } from './server-api.ts';
import { type LivekitKey, permissionOf, signToken } from './tokens.ts';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
const ADMIT_INTERVAL_MS = 1_000;
const QUERY_INTERVAL_MS = 250;

export interface LivekitMeetOptions {
  url: string;
  key: LivekitKey;
  api: LivekitApi;
  folders: RecordingFolders | undefined;
  log: EngineLog;
  now(): number;
  emit(event: EngineEvent): void;
}

export interface LivekitMeet {
  readonly room: string;
  readonly members: ReadonlyMap<string, RoomMember>;
  join(id: string): void;
  leave(id: string): void;
  setStopped(id: string, source: MediaSource, isStopped: boolean): void;
  admit(id: string): void;
  look(): void;
  record(folder: string, elapsedMs: number): void;
  stopRecording(): void;
  readonly isOver: boolean;
  close(): void;
}

/** The room's name is random, so that a previous process can neither end it nor issue tokens for it. */
export function openLivekitMeet(meet: string, parts: LivekitMeetOptions): LivekitMeet {
  return new RoomMeet(meet, parts);
}

class RoomMeet implements LivekitMeet {
  readonly room: string;
  readonly members = new Map<string, RoomMember & { admit(): void }>();
  readonly #meet: string;
  readonly #parts: LivekitMeetOptions;
  readonly #reconcile = throttle(QUERY_INTERVAL_MS, () => this.#enqueueReconciling());
  #recording: EgressRecording | undefined;
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(meet: string, parts: LivekitMeetOptions) {
    this.room = `${meet}/${randomBytes(6).toString('hex')}`;
    this.#meet = meet;
    this.#parts = parts;
  }

  get isOver(): boolean {
    return this.members.size === 0 && this.#recording === undefined;
  }

  join(id: string): void {
    const member = this.members.get(id) ?? {
      stopped: new Set<MediaSource>(),
      tracks: new Map<MediaSource, string>(),
      admit: throttle(ADMIT_INTERVAL_MS, () => this.#admit(id)),
    };
    this.members.set(id, member);
    member.admit();
  }

  leave(id: string): void {
    if (!this.members.delete(id)) return;
    const { api } = this.#parts;
    this.#enqueue('remove somebody', () => api.removeParticipant(this.room, id).catch(ignoreNotFound));
    if (this.members.size > 0) return;
    this.#enqueue('delete a room', async () => {
      if (this.members.size === 0) await api.deleteRoom(this.room).catch(ignoreNotFound);
    });
  }

  setStopped(id: string, source: MediaSource, isStopped: boolean): void {
    const member = this.members.get(id);
    if (member === undefined || member.stopped.has(source) === isStopped) return;
    if (isStopped) member.stopped.add(source);
    else member.stopped.delete(source);
    this.#enqueue('change what somebody may send', async () => {
      const { canPublish, sources } = permissionOf(member.stopped);
      await this.#parts.api.allow(this.room, id, canPublish, sources).catch(ignoreNotFound);
    });
  }

  admit(id: string): void {
    this.members.get(id)?.admit();
  }

  look(): void {
    this.#recording?.look();
    this.#reconcile();
  }

  record(folder: string, elapsedMs: number): void {
    const { folders, now } = this.#parts;
    if (this.#recording || folders === undefined) return;
    const begunAt = now() - elapsedMs;
    const place = { meet: this.#meet, room: this.room, folder, begunAt };
    const recording = recordByEgress({ ...this.#parts, folders, ...place });
    this.#recording = recording;
    for (const [id, { tracks }] of this.members)
      for (const [source, sid] of tracks) recording.add(id, source, sid);
  }

  stopRecording(): void {
    const ended = this.#recording;
    this.#recording = undefined;
    const stopped = ended?.stop() ?? Promise.resolve();
    void stopped.then(() => this.#parts.emit({ type: 'recorded', meet: this.#meet }));
  }

  close(): void {
    this.#isClosed = true;
  }

  #enqueue(what: string, task: () => Promise<unknown>): void {
    this.#work = this.#work
      .then(() => (this.#isClosed ? undefined : task()))
      .then(
        () => undefined,
        (error) => this.#parts.log.warn({ err: error, meet: this.#meet }, `LiveKit did not ${what}`),
      );
  }

  #admit(id: string, wait = MIN_RETRY_MS): void {
    const { api, emit, url } = this.#parts;
    this.#enqueue('let somebody in', async () => {
      const member = this.members.get(id);
      if (member === undefined) return;
      try {
        await api.createRoom(this.room);
      } catch (error) {
        setTimeout(() => this.#admit(id, Math.min(MAX_RETRY_MS, wait * 2)), wait).unref();
        throw error;
      }
      if (this.members.get(id) !== member) return;
      const token = this.#signTokenFor(id, member);
      emit({ type: 'access', meet: this.#meet, participant: id, url, room: this.room, token });
    });
  }

  #signTokenFor(id: string, { stopped }: RoomMember): string {
    const { key, now } = this.#parts;
    const { canPublish, sources } = permissionOf(stopped);
    const grant = {
      roomJoin: true,
      room: this.room,
      canSubscribe: true,
      canPublish,
      canPublishSources: sources,
      canPublishData: false,
      canUpdateOwnMetadata: false,
    };
    return signToken(key, grant, now(), id);
  }

  #enqueueReconciling(): void {
    const { api, emit } = this.#parts;
    const meet = this.#meet;
    const listener = {
      published: (participant: string, source: MediaSource, trackSid: string) => {
        emit({ type: 'published', meet, participant, source });
        this.#recording?.add(participant, source, trackSid);
      },
      unpublished: (participant: string, source: MediaSource) =>
        emit({ type: 'unpublished', meet, participant, source }),
    };
    this.#enqueue('tell who is in a room', () => reconcileRoom(api, this.room, this.members, listener));
  }
}

function throttle(intervalMs: number, task: () => void): () => void {
  let isDue = false;
  let last = -intervalMs;
  const run = () => {
    isDue = false;
    last = performance.now();
    task();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    const wait = last + intervalMs - performance.now();
    if (wait <= 0) run();
    else setTimeout(run, wait).unref();
  };
}
