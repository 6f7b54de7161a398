import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@ringbinder/protocol';
import type { BinderRole } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type ApiError, forbidden, notFound, unavailable } from '../../errors.ts';
import { subscribeToLog } from '../../log/index.ts';
import { readChanges } from './changes.ts';
import { writeEntries } from './frames.ts';
import { findLogPart } from './queries.ts';
import { createSharedSnapshot, type WrittenSnapshot } from './shared-snapshot.ts';
import { createTail, type SentEntry, sentEntry } from './tail.ts';

/** Entries that are read, and sent in one frame, at a time. Each may carry what it changed, up to a megabyte. */
const MAX_ENTRIES = 50;
/** How far behind one may be to be given entries: a snapshot is shorter than more of them. */
const MAX_BEHIND = 200;
const RETRY_MS = 1_000;

/** Who reads a binder's log by a channel. */
export interface Reader {
  readonly userId: string;
  /** When the membership was last checked: an end that the log tells of before it is overruled. */
  memberAt: number;
  /** The sequence of the last entry that was sent. */
  seq: number;
  /** Whether entries are sent as they come. Until then it is being read what came before them. */
  isLive: boolean;
  /** Which attempt to make it live counts: one that was overtaken by another ends. */
  attempt: number;
  /** In the binder, as far as the log tells. */
  role: BinderRole;
  isGone: boolean;
  sendEntries(frame: Buffer): void;
  sendSnapshot(id: number | undefined, snapshot: WrittenSnapshot): void;
  /** The subscription has ended. The channel has forgotten the reader. */
  end(reason: ApiError): void;
}

/** The log of one binder, read once for all in this process who read it. */
export interface BinderChannel {
  /** Of which history the entries are that are sent. */
  readonly epoch: string;
  /**
   * Begins to send a reader everything after a position, or a snapshot and everything after that: as the answer to
   * `id`. Throws when it cannot be read; the reader is then to be taken away.
   */
  add(reader: Reader, position: Position | undefined, id: number | undefined): Promise<void>;
  remove(reader: Reader): void;
}

export interface ChannelParts {
  env: Environment;
  /** Reads of logs, and of snapshots, a few at a time. */
  withPermit<T>(work: () => Promise<T>): Promise<T>;
  withSnapshotPermit<T>(work: () => Promise<T>): Promise<T>;
  /** Counts entries that were sent: how many frames. */
  countSent(frames: number): void;
}

/** Opens the channel of a binder whose log is at a position. It ends when `signal` aborts. */
export function openChannel(
  { env, withPermit, withSnapshotPermit, countSent }: ChannelParts,
  binderId: string,
  at: Position,
  signal: AbortSignal,
): BinderChannel {
  const readers = new Set<Reader>();
  const snapshots = createSharedSnapshot(env, binderId, withSnapshotPermit);
  let { epoch } = at;
  let tail = createTail(at.seq);

  /** Reads a part of the log with what it changed; undefined when the binder is not there, or of another history. */
  async function readPart(after: number): Promise<SentEntry[] | undefined> {
    const part = await findLogPart(env.db, binderId, after, MAX_ENTRIES);
    if (part?.epoch !== epoch) return undefined;
    if (part.entries.length === 0) return [];
    return (await readChanges(env, binderId, part.entries)).map(sentEntry);
  }

  function end(reader: Reader, reason: ApiError): void {
    if (!readers.delete(reader)) return;
    reader.isGone = true;
    reader.end(reason);
  }

  function fail(reader: Reader, cause: unknown): void {
    end(reader, unavailable('the log of the binder cannot be read now: subscribe again', 1, cause));
  }

  /** Sends entries, up to the one with which the reader's membership ends. */
  function send(reader: Reader, entries: readonly SentEntry[], id?: number, shared?: Buffer): void {
    const over = entries.findIndex(
      ({ seq, ends }) => seq > reader.memberAt && (ends === 'everyone' || ends === reader.userId),
    );
    const allowed = over === -1 ? entries : entries.slice(0, over);
    if (allowed.length > 0 || id !== undefined) {
      const frame = shared && allowed === entries ? shared : writeEntries({ binderId, epoch, id }, allowed);
      reader.sendEntries(frame);
    }
    reader.seq = entries.at(-1)?.seq ?? reader.seq;
    for (const { seq, member } of allowed)
      if (member?.userId === reader.userId && seq > reader.memberAt) reader.role = member.role;
    const last = entries[over];
    if (last === undefined) return;
    end(
      reader,
      last.ends === 'everyone' ? notFound('binder', binderId) : forbidden('you were removed from the binder'),
    );
  }

  /** Sends all who are live what has come. Most stand at the same place, so most get the same bytes. */
  function sendAll(): void {
    const frames = new Map<number, { entries: readonly SentEntry[]; frame: Buffer }>();
    let sent = 0;
    for (const reader of readers) {
      if (!reader.isLive || reader.seq >= tail.seq) continue;
      let part = frames.get(reader.seq);
      if (part === undefined) {
        const entries = tail.after(reader.seq);
        if (entries === undefined) {
          void catchUp(reader, reader.seq).catch((error) => fail(reader, error));
          continue;
        }
        part = { entries, frame: writeEntries({ binderId, epoch }, entries) };
        frames.set(reader.seq, part);
      }
      send(reader, part.entries, undefined, part.frame);
      sent++;
    }
    countSent(sent);
  }

  /** Sends what came after a sequence, until the reader stands where the tail can serve it; then it is live. */
  async function catchUp(reader: Reader, from: number, id?: number): Promise<void> {
    reader.isLive = false;
    reader.seq = from;
    const attempt = ++reader.attempt;
    let answers = id;
    for (;;) {
      const entries = tail.after(reader.seq) ?? (await withPermit(() => readPart(reader.seq)));
      if (reader.isGone || reader.attempt !== attempt) return;
      if (entries === undefined) return beginAnew(reader, answers);
      send(reader, entries, answers);
      answers = undefined;
      if (reader.isGone || tail.after(reader.seq)?.length === 0) break;
    }
    reader.isLive = true;
  }

  /** Sends a snapshot, and makes the reader live behind it. */
  async function beginAnew(reader: Reader, id?: number): Promise<void> {
    reader.isLive = false;
    const attempt = ++reader.attempt;
    const snapshot = await snapshots.read(reader.memberAt);
    if (reader.isGone || reader.attempt !== attempt) return;
    if (snapshot === undefined) return end(reader, notFound('binder', binderId));
    if (!snapshot.memberIds.has(reader.userId))
      return end(reader, forbidden('only members of the binder may read it'));
    if (snapshot.epoch !== epoch) restart(snapshot, reader);
    reader.memberAt = snapshot.seq;
    reader.sendSnapshot(id, snapshot);
    await catchUp(reader, snapshot.seq);
  }

  /** History was replaced: all but one, who knows already, are given a snapshot of the new one. */
  function restart(position: Position, except?: Reader): void {
    epoch = position.epoch;
    tail = createTail(position.seq);
    for (const reader of readers) {
      if (reader === except) continue;
      reader.memberAt = 0;
      void beginAnew(reader).catch((error) => fail(reader, error));
    }
  }

  const subscription = subscribeToLog(env, binderId, signal);

  /** Reads what has come, once for all. Gives whether there may be more. */
  async function readOn(): Promise<boolean> {
    const at = tail;
    const entries = await withPermit(() => readPart(at.seq));
    if (at !== tail) return true;
    if (entries === undefined) {
      const snapshot = await snapshots.read(0);
      if (snapshot) restart(snapshot);
      else for (const reader of readers) end(reader, notFound('binder', binderId));
      return snapshot !== undefined;
    }
    if (entries.length === 0) return false;
    tail.push(entries);
    sendAll();
    return true;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        subscription.reset();
        if (!(await readOn())) await subscription.waitForEntries(tail.seq);
      } catch (error) {
        env.log.warn(
          { err: error, binder_id: binderId },
          'a log could not be read for its readers; it is tried again',
        );
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    subscription.close();
  }
  void run();

  return {
    get epoch() {
      return epoch;
    },
    async add(reader, position, id) {
      readers.add(reader);
      const isNear = position?.epoch === epoch && reader.memberAt - position.seq <= MAX_BEHIND;
      // Behind the end of the log: a position that was never given.
      if (!isNear || position.seq > reader.memberAt) await beginAnew(reader, id);
      else await catchUp(reader, position.seq, id);
    },
    remove(reader) {
      reader.isGone = true;
      readers.delete(reader);
    },
  };
}
