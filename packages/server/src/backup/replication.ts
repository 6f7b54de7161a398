import { DatabaseClient } from '../storage/client.ts';
import type { ConnectionSettings } from '../storage/pool.ts';
import { StartupError } from '../storage/startup-error.ts';
import { createQueue } from './queue.ts';

export type Lsn = bigint;

export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`${text} is not a log position`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;
}

export interface ServerIdentity {
  systemId: string;
  timeline: number;
  lsn: Lsn;
  version: string;
  segmentBytes: number;
}

export interface BaseBackup {
  totalBytes: number;
  chunks: AsyncIterable<Buffer>;
  range: Promise<{ start: Lsn; end: Lsn }>;
}

export interface Replication {
  readonly client: DatabaseClient;
  identify(): Promise<ServerIdentity>;
  baseBackup(label: string): Promise<BaseBackup>;
  close(): Promise<void>;
}

/** A pooler cannot replicate. Throws StartupError if the role may not replicate. */
export async function openReplication(connection: ConnectionSettings): Promise<Replication> {
  const settings =
    'connectionString' in connection
      ? { connectionString: connection.directString ?? connection.connectionString }
      : { ...connection, ssl: false };
  const options = {
    ...settings,
    replication: 'database',
    application_name: 'ringbinder backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  const client = new DatabaseClient(options);
  client.on('error', () => undefined);
  await client.connect().catch((error) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupError(
      `the database role may not replicate, which a backup needs: ALTER ROLE … REPLICATION (${error.message})`,
      { cause: error },
    );
  });
  return {
    client,
    identify: () => identify(client),
    baseBackup: (label) => startBaseBackup(client, label),
    close: () => client.end(),
  };
}

const INSUFFICIENT_PRIVILEGE = '42501';

async function identify(client: DatabaseClient): Promise<ServerIdentity> {
  const { rows } = await client.query<{ systemid: string; timeline: number; xlogpos: string }>(
    'IDENTIFY_SYSTEM',
  );
  const version = await client.query<{ server_version: string }>('SHOW server_version');
  const segment = await client.query<{ bytes: string }>(
    "SELECT setting AS bytes FROM pg_settings WHERE name = 'wal_segment_size'",
  );
  const [row] = rows;
  if (!row) throw new Error('the server did not identify itself');
  return {
    systemId: row.systemid,
    timeline: Number(row.timeline),
    lsn: parseLsn(row.xlogpos),
    version: version.rows[0]?.server_version ?? '',
    segmentBytes: Number(segment.rows[0]?.bytes),
  };
}

async function startBaseBackup(client: DatabaseClient, label: string): Promise<BaseBackup> {
  // Until the connection ends, the server retains the log that the copy needs, up to max_slot_wal_keep_size.
  await client.query(
    `CREATE_REPLICATION_SLOT "ringbinder_copy_${process.pid}" TEMPORARY PHYSICAL (RESERVE_WAL)`,
  );
  const query = new BaseBackupQuery(
    client,
    `BASE_BACKUP (LABEL '${label}', PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'no')`,
  );
  client.query(query);
  return { totalBytes: await query.totalBytes, chunks: query.chunks, range: query.range };
}

function isOfLostLog(error: Error & { code?: string }): boolean {
  return error.code === SEGMENT_GONE || error.code === ADMIN_SHUTDOWN;
}

function lostLog(error: Error): StartupError {
  return new StartupError(
    `the database ended the backup (${error.message}): unless it stopped, it wrote more log meanwhile than it may retain; raise max_slot_wal_keep_size`,
    { cause: error },
  );
}

const SEGMENT_GONE = '58P01';
const ADMIN_SHUTDOWN = '57P01';

const NEW_ARCHIVE = 'n'.charCodeAt(0);
const DATA = 'd'.charCodeAt(0);

/** BASE_BACKUP returns rows with the start and the tablespaces, then the copy, then a row with the end. */
class BaseBackupQuery {
  readonly chunks: AsyncIterable<Buffer>;
  readonly totalBytes: Promise<number>;
  readonly range: Promise<{ start: Lsn; end: Lsn }>;
  readonly #text: string;
  readonly #queue: ReturnType<typeof createQueue>;
  readonly #size = Promise.withResolvers<number>();
  readonly #range = Promise.withResolvers<{ start: Lsn; end: Lsn }>();
  readonly #rows: (string | null)[][] = [];
  #archives = 0;
  #failure: Error | undefined;

  constructor(client: DatabaseClient, text: string) {
    this.#text = text;
    const { stream } = client.connection;
    this.#queue = createQueue({ pause: () => stream.pause(), resume: () => stream.resume() });
    this.chunks = this.#queue.chunks;
    this.totalBytes = this.#size.promise;
    this.range = this.#range.promise;
    for (const each of [this.range, this.totalBytes]) each.catch(() => undefined);
    client.once('end', () => this.#fail(new Error('the database closed the connection during the backup')));
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text);
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
    const [id, , kilobytes] = fields;
    if (this.#rows.length > 1 && id === null) this.#size.resolve(Number(kilobytes) * 1024);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === NEW_ARCHIVE && ++this.#archives > 1)
      this.#failure = new StartupError('the database has tablespaces, which a backup does not support');
    if (chunk[0] === DATA && this.#failure === undefined) this.#queue.push(Buffer.from(chunk.subarray(1)));
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#fail(isOfLostLog(error) ? lostLog(error) : error);
  }

  handleReadyForQuery(): void {
    const [start, end] = [this.#rows.at(0)?.[0], this.#rows.at(-1)?.[0]];
    if (this.#failure !== undefined || !start || !end)
      this.#fail(new Error('the database ended the backup early'));
    else {
      this.#range.resolve({ start: parseLsn(start), end: parseLsn(end) });
      this.#queue.end();
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#size.reject(this.#failure);
    this.#range.reject(this.#failure);
    this.#queue.end(this.#failure);
  }
}
