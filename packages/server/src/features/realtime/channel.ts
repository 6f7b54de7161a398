import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@ringbinder/protocol';
import type { BinderRole } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type ApiError, because, forbidden, notFound, unavailable } from '../../errors.ts';
import { subscribeToLog } from '../../log/index.ts';
import { readChanges } from './changes.ts';
import { writeEntries } from './frames.ts';
import { findLogPart } from './queries.ts';
import { createSharedSnapshot, type SharedSnapshot, type WrittenSnapshot } from './shared-snapshot.ts';
import { createTail, type LogTail, type SentEntry, sentEntry } from './tail.ts';

/** Each entry can contain up to a megabyte of changes. */
const MAX_ENTRIES = 50;
/** A reader that lacks more entries gets a snapshot, which is shorter. */
const MAX_BEHIND = 200;
const RETRY_MS = 1_000;

export interface Reader {
  readonly userId: string;
  /** The log's `seq` at the last membership check. Earlier entries that end the membership are ignored. */
  memberAt: number;
  seq: number;
  isLive: boolean;
  /** Number of the latest attempt to send a snapshot or entries. Earlier attempts stop. */
  attempt: number;
  role: BinderRole;
  isGone: boolean;
  sendEntries(frame: Buffer): void;
  sendSnapshot(id: number | undefined, snapshot: WrittenSnapshot): void;
  end(reason: ApiError): void;
}

export interface BinderChannel {
  readonly epoch: string;
  /** If this throws, the caller must remove the reader. */
  add(reader: Reader, position: Position | undefined, id: number | undefined): Promise<void>;
  remove(reader: Reader): void;
}

export interface ChannelParts {
  env: Environment;
  withLogPermit<T>(work: () => Promise<T>): Promise<T>;
  withSnapshotPermit<T>(work: () => Promise<T>): Promise<T>;
  countSent(frames: number): void;
}

export function openChannel(
  parts: ChannelParts,
  binderId: string,
  at: Position,
  signal: AbortSignal,
): BinderChannel {
  const channel = new LogChannel(parts, binderId, at);
  void channel.run(signal);
  return channel;
}

/**
 * A reader is live or catching up. It becomes live when `LogTail` contains every entry after its position.
 */
class LogChannel implements BinderChannel {
  readonly #parts: ChannelParts;
  readonly #binderId: string;
  readonly #readers = new Set<Reader>();
  readonly #snapshots: SharedSnapshot;
  #epoch: string;
  #tail: LogTail;

  constructor(parts: ChannelParts, binderId: string, at: Position) {
    this.#parts = parts;
    this.#binderId = binderId;
    this.#snapshots = createSharedSnapshot(parts.env, binderId, parts.withSnapshotPermit);
    this.#epoch = at.epoch;
    this.#tail = createTail(at.seq);
  }

  get epoch(): string {
    return this.#epoch;
  }

  async add(reader: Reader, position: Position | undefined, id: number | undefined): Promise<void> {
    this.#readers.add(reader);
    const isNear = position?.epoch === this.#epoch && reader.memberAt - position.seq <= MAX_BEHIND;
    // A position after the end of the log is invalid.
    if (!isNear || position.seq > reader.memberAt) await this.#restartReader(reader, id);
    else await this.#catchUp(reader, position.seq, id);
  }

  remove(reader: Reader): void {
    reader.isGone = true;
    this.#readers.delete(reader);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { env } = this.#parts;
    const subscription = subscribeToLog(env, this.#binderId, signal);
    while (!signal.aborted) {
      try {
        subscription.reset();
        if (!(await this.#readNext())) await subscription.waitForEntries(this.#tail.seq);
      } catch (error) {
        env.log.warn({ err: error, binder_id: this.#binderId }, 'realtime: reading a log failed, retrying');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    subscription.close();
  }

  async #readNext(): Promise<boolean> {
    const tail = this.#tail;
    const entries = await this.#readPart(tail.seq);
    if (tail !== this.#tail) return true;
    if (entries === undefined) {
      const snapshot = await this.#snapshots.read(0);
      if (snapshot) this.#restart(snapshot);
      else for (const reader of this.#readers) this.#end(reader, notFound('binder', this.#binderId));
      return snapshot !== undefined;
    }
    if (entries.length === 0) return false;
    tail.push(entries);
    this.#sendAll();
    return true;
  }

  #readPart(after: number): Promise<SentEntry[] | undefined> {
    const { env, withLogPermit } = this.#parts;
    return withLogPermit(async () => {
      const part = await findLogPart(env.db, this.#binderId, after, MAX_ENTRIES);
      if (part?.epoch !== this.#epoch) return undefined;
      if (part.entries.length === 0) return [];
      return (await readChanges(env, this.#binderId, part.entries)).map(sentEntry);
    });
  }

  #sendAll(): void {
    const frames = new Map<number, { entries: readonly SentEntry[]; frame: Buffer }>();
    let sent = 0;
    for (const reader of this.#readers) {
      if (!reader.isLive || reader.seq >= this.#tail.seq) continue;
      let part = frames.get(reader.seq);
      if (part === undefined) {
        const entries = this.#tail.after(reader.seq);
        if (entries === undefined) {
          void this.#catchUp(reader, reader.seq).catch((error) => this.#fail(reader, error));
          continue;
        }
        part = { entries, frame: this.#write(entries) };
        frames.set(reader.seq, part);
      }
      this.#send(reader, part.entries, undefined, part.frame);
      sent++;
    }
    this.#parts.countSent(sent);
  }

  #write(entries: readonly SentEntry[], id?: number): Buffer {
    return writeEntries({ binderId: this.#binderId, epoch: this.#epoch, id }, entries);
  }

  #send(reader: Reader, entries: readonly SentEntry[], id?: number, shared?: Buffer): void {
    const over = entries.findIndex(
      ({ seq, ends }) => seq > reader.memberAt && (ends === 'everyone' || ends === reader.userId),
    );
    const allowed = over === -1 ? entries : entries.slice(0, over);
    if (allowed.length > 0 || id !== undefined)
      reader.sendEntries(shared && allowed === entries ? shared : this.#write(allowed, id));
    reader.seq = entries.at(-1)?.seq ?? reader.seq;
    for (const { seq, member } of allowed)
      if (member?.userId === reader.userId && seq > reader.memberAt) reader.role = member.role;
    const last = entries[over];
    if (last === undefined) return;
    this.#end(
      reader,
      last.ends === 'everyone'
        ? notFound('binder', this.#binderId)
        : forbidden(because('removed_from_binder')),
    );
  }

  async #catchUp(reader: Reader, from: number, id?: number): Promise<void> {
    reader.isLive = false;
    reader.seq = from;
    const attempt = ++reader.attempt;
    let replyTo = id;
    for (;;) {
      const entries = this.#tail.after(reader.seq) ?? (await this.#readPart(reader.seq));
      if (reader.isGone || reader.attempt !== attempt) return;
      if (entries === undefined) return this.#restartReader(reader, replyTo);
      this.#send(reader, entries, replyTo);
      replyTo = undefined;
      if (reader.isGone || this.#tail.after(reader.seq)?.length === 0) break;
    }
    reader.isLive = true;
  }

  async #restartReader(reader: Reader, id?: number): Promise<void> {
    reader.isLive = false;
    const attempt = ++reader.attempt;
    const snapshot = await this.#snapshots.read(reader.memberAt);
    if (reader.isGone || reader.attempt !== attempt) return;
    if (snapshot === undefined) return this.#end(reader, notFound('binder', this.#binderId));
    if (!snapshot.memberIds.has(reader.userId)) return this.#end(reader, forbidden(because('members_only')));
    if (snapshot.epoch !== this.#epoch) this.#restart(snapshot, reader);
    reader.memberAt = snapshot.seq;
    reader.sendSnapshot(id, snapshot);
    await this.#catchUp(reader, snapshot.seq);
  }

  #restart(position: Position, except?: Reader): void {
    this.#epoch = position.epoch;
    this.#tail = createTail(position.seq);
    for (const reader of this.#readers) {
      if (reader === except) continue;
      reader.memberAt = 0;
      void this.#restartReader(reader).catch((error) => this.#fail(reader, error));
    }
  }

  #end(reader: Reader, reason: ApiError): void {
    if (!this.#readers.delete(reader)) return;
    reader.isGone = true;
    reader.end(reason);
  }

  #fail(reader: Reader, cause: unknown): void {
    this.#end(reader, unavailable('the log of the binder cannot be read now: subscribe again', 1, cause));
  }
}
