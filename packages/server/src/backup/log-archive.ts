import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../storage/file-error.ts';
import type { DatabasePool } from '../storage/pool.ts';
import { StartupError } from '../storage/startup-error.ts';
import { type BackupSource, findStoredFiles } from './create.ts';
import { followFiles, type StoredFiles } from './files.ts';
import { coverOf, findLog, pieceKey, segmentKey, segmentOf, writeLogStatus } from './log-objects.ts';
import { type LogStream, startLogStream } from './log-stream.ts';
import { readManifests } from './manifest.ts';
import {
  formatLsn,
  type Lsn,
  openReplication,
  parseLsn,
  type Replication,
  type ServerIdentity,
} from './replication.ts';
import type { BackupStore } from './store.ts';

const LOCK = 0x6261636b;
const SEGMENT_GONE = '58P01';
/** A commit is in the stream shortly before other sessions see it. */
const VISIBLE_MS = 100;
const STATUS_MS = 10_000;
/** A commit takes its timestamp shortly before its position in the log. */
const CLOCK_MARGIN_MS = 1_000;

const MAX_PIECES = 100;

/** Every commit up to the time `at` is before `lsn`. */
interface LogTime {
  at: number;
  lsn: Lsn;
}

interface Session {
  replication: Replication;
  server: ServerIdentity;
  stream: LogStream;
  archived: Lsn;
  pieces: string[];
  stored: StoredFiles;
  followers: ((stored: StoredFiles) => Promise<void>)[];
  next: LogTime | undefined;
  reported: Lsn;
  reportedAt: number;
}

export interface LogArchive {
  archive(): Promise<boolean>;
  /** True if the archive continues a backup without a gap. Undefined if unknown. */
  isContinuous(): boolean | undefined;
  continueLatest(): void;
  /** In milliseconds. Undefined if another process archives. */
  lag(): number | undefined;
  close(): void;
}

export function createLogArchive(source: BackupSource, openStore: () => Promise<BackupStore>): LogArchive {
  let session: Session | undefined;
  let isContinuous: boolean | undefined;
  let completeAt: number | undefined;
  let hasGap = false;
  let isStale = false;

  async function open(store: BackupStore): Promise<Session | undefined> {
    const replication = await openReplication(source.connection);
    try {
      const { rows } = await replication.client.query<{ is_free: boolean }>(
        `SELECT pg_try_advisory_lock(${LOCK}) AS is_free`,
      );
      if (!rows[0]?.is_free) {
        await replication.close();
        return undefined;
      }
      await assertNotSynchronous(replication);
      const server = await replication.identify();
      const stored = await findStoredFiles(store, server.systemId);
      const start = await findStart(store, server);
      isContinuous = start.isContinuous;
      const slot = await reserveLog(replication, source.slot);
      const { timeline, segmentBytes } = server;
      const stream = await startLogStream(replication, { from: start.from, timeline, segmentBytes, slot });
      const followers = Object.values(source.environments).map((each) => followFiles(each, store));
      return {
        replication,
        server,
        stream,
        archived: start.archived,
        pieces: start.pieces,
        stored,
        followers,
        next: undefined,
        reported: 0n,
        reportedAt: 0,
      };
    } catch (error) {
      await replication.close();
      throw error;
    }
  }

  async function findStart(store: BackupStore, server: ServerIdentity) {
    const { timeline, segmentBytes, lsn } = server;
    const latest = (await readManifests(store)).at(-1);
    const isOfTimeline = latest?.postgres.timeline === timeline;
    const needed = isOfTimeline ? segmentOf(parseLsn(latest.postgres.end), segmentBytes) : undefined;
    const segments = await findLog(store, timeline, segmentBytes, needed ?? 0n);
    let next = needed ?? segmentOf(lsn, segmentBytes);
    while (coverOf(segments.get(next) ?? []).end === segmentBytes) next++;
    if (hasGap) next = segmentOf(lsn, segmentBytes);
    const { end } = coverOf(segments.get(next) ?? []);
    const from = next * BigInt(segmentBytes);
    const pieces = (segments.get(next) ?? []).map(({ key }) => key);
    const gap = hasGap;
    hasGap = false;
    return { from, archived: from + BigInt(end), pieces, isContinuous: isOfTimeline && !gap };
  }

  function close(): void {
    // Destroys the socket, because a stopping database server would wait for confirmation of its whole log.
    session?.replication.client.connection.stream.destroy();
    session = undefined;
  }

  return {
    async archive() {
      const store = await openStore();
      if (isStale) close();
      isStale = false;
      session ??= await open(store);
      if (session === undefined) {
        isContinuous = undefined;
        return false;
      }
      try {
        const current = session;
        current.next ??= await readLogTime(source.environments.production.db);
        await archiveNew(current, store);
        if (current.archived < current.next.lsn) return true;
        completeAt = current.next.at;
        current.next = undefined;
        await reportTime(current, store, completeAt);
        return true;
      } catch (error) {
        hasGap = errorCode(error) === SEGMENT_GONE;
        close();
        throw error;
      }
    },
    isContinuous: () => isContinuous,
    continueLatest() {
      isStale = true;
      isContinuous = undefined;
    },
    lag: () => (session === undefined || !completeAt ? undefined : Math.max(0, Date.now() - completeAt)),
    close,
  };
}

async function readLogTime(db: DatabasePool): Promise<LogTime> {
  const [row] = await db.query<{ ms: number; lsn: string }>(
    `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms,
       pg_current_wal_flush_lsn()::text AS lsn`,
  );
  if (row === undefined) throw new Error('the database reports no log position');
  return { at: row.ms - CLOCK_MARGIN_MS, lsn: parseLsn(row.lsn) };
}

/** Stores files before the log that refers to them. */
async function archiveNew(session: Session, store: BackupStore): Promise<void> {
  const { stream, server, followers } = session;
  const { timeline, segmentBytes } = server;
  const end = await stream.measureEnd();
  if (end > session.archived) {
    await delay(VISIBLE_MS);
    for (const follow of followers) await follow(session.stored);
  }
  while (stream.start + BigInt(segmentBytes) <= end) {
    const next = stream.start + BigInt(segmentBytes);
    await store.pack(
      segmentKey(timeline, segmentOf(stream.start, segmentBytes)),
      stream.slice(stream.start, next),
    );
    await store.place.remove(session.pieces);
    session.pieces = [];
    stream.drop(next);
    if (session.archived < next) session.archived = next;
  }
  if (end > session.archived) {
    const isMerged = session.pieces.length >= MAX_PIECES;
    const from = isMerged ? stream.start : session.archived;
    const range = [from - stream.start, end - stream.start].map(Number) as [number, number];
    const key = pieceKey(timeline, segmentOf(stream.start, segmentBytes), ...range);
    await store.pack(key, stream.slice(from, end));
    if (isMerged) await store.place.remove(session.pieces);
    session.pieces = isMerged ? [key] : [...session.pieces, key];
    session.archived = end;
  }
}

async function reportTime(session: Session, store: BackupStore, time: number): Promise<void> {
  const { archived, reported, reportedAt, server } = session;
  if (archived === reported && performance.now() - reportedAt < STATUS_MS) return;
  const at = new Date(time).toISOString();
  await writeLogStatus(store, server.timeline, { lsn: formatLsn(archived), at });
  session.reported = archived;
  session.reportedAt = performance.now();
}

/** The archive as a synchronous standby would delay all writes until it confirms them. */
async function assertNotSynchronous({ client }: Replication): Promise<void> {
  const { rows } = await client.query<{ synchronous_standby_names: string }>(
    'SHOW synchronous_standby_names',
  );
  if (!rows[0]?.synchronous_standby_names.includes('*')) return;
  throw new StartupError(
    'the log is not archived because synchronous_standby_names contains *: name the standbys instead',
  );
}

/**
 * A slot makes the server retain the log until it is archived. Without max_slot_wal_keep_size, the log could
 * fill the disk, so no slot is created.
 */
async function reserveLog({ client }: Replication, slot: string): Promise<string | undefined> {
  const { rows } = await client.query<{ limit: string; status: string | null }>(
    `SELECT setting AS limit, (SELECT wal_status FROM pg_replication_slots WHERE slot_name = '${slot}') AS status
     FROM pg_settings WHERE name = 'max_slot_wal_keep_size'`,
  );
  const [row] = rows;
  if (row === undefined) throw new StartupError('PostgreSQL does not report max_slot_wal_keep_size');
  if (row.limit === '-1') {
    if (row.status !== null) await client.query(`SELECT pg_drop_replication_slot('${slot}')`);
    return undefined;
  }
  if (row.status === 'lost') await client.query(`SELECT pg_drop_replication_slot('${slot}')`);
  if (row.status === null || row.status === 'lost')
    await client.query(`SELECT pg_create_physical_replication_slot('${slot}', true)`);
  return slot;
}
