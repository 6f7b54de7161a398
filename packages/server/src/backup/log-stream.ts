import { formatLsn, type Lsn, type Replication } from './replication.ts';

/** PostgreSQL's epoch (2000) in microseconds of Unix time. */
const EPOCH_US = 946_684_800_000_000n;
const LOG_DATA = 'w'.charCodeAt(0);
const KEEPALIVE = 'k'.charCodeAt(0);
const STATUS = 'r'.charCodeAt(0);
const MAX_BYTES = 64 * 1024 ** 2;
const REPLY_TIMEOUT_MS = 10_000;
/** PostgreSQL closes a stream whose client is silent for a minute. */
const CONFIRM_INTERVAL_MS = 10_000;

export interface LogStream {
  readonly start: Lsn;
  readonly end: Lsn;
  slice(from: Lsn, to: Lsn): Buffer;
  drop(before: Lsn): void;
  measureEnd(): Promise<Lsn>;
}

/**
 * Rejects with SQLSTATE 58P01 if the server lacks the log at `from`. Without `slot`, the server may delete
 * parts of the log.
 */
export async function startLogStream(
  { client }: Replication,
  {
    from,
    timeline,
    segmentBytes,
    slot,
  }: { from: Lsn; timeline: number; segmentBytes: number; slot: string | undefined },
): Promise<LogStream> {
  const slotClause = slot === undefined ? '' : `SLOT "${slot}" `;
  const query = new LogQuery(
    client,
    `START_REPLICATION ${slotClause}PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`,
    { from, maxBytes: Math.max(MAX_BYTES, 2 * segmentBytes) },
  );
  client.query(query);
  await query.started;
  return query;
}

class LogQuery implements LogStream {
  start: Lsn;
  end: Lsn;
  readonly started: Promise<void>;
  readonly #connection: Replication['client']['connection'];
  readonly #text: string;
  readonly #maxBytes: bigint;
  readonly #begun = Promise.withResolvers<void>();
  #chunks: Buffer[] = [];
  #answer: PromiseWithResolvers<Lsn> | undefined;
  #failure: Error | undefined;
  #isPaused = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    client: Replication['client'],
    text: string,
    { from, maxBytes }: { from: Lsn; maxBytes: number },
  ) {
    this.#connection = client.connection;
    this.#text = text;
    this.#maxBytes = BigInt(maxBytes);
    this.start = from;
    this.end = from;
    this.started = this.#begun.promise;
    client.connection.once('replicationStart', () => this.#begun.resolve());
    client.connection.once('copyDone', () =>
      this.handleError(new Error('the server switched to another timeline')),
    );
    this.#timer = setInterval(() => this.#send(), CONFIRM_INTERVAL_MS).unref();
    client.once('end', () => this.handleError(new Error('the database closed the connection')));
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === KEEPALIVE) this.#answer?.resolve(this.end);
    if (chunk[0] !== LOG_DATA) return;
    // The parser reuses its buffer.
    const bytes = Buffer.from(chunk.subarray(25));
    this.#chunks.push(bytes);
    this.end = chunk.readBigInt64BE(1) + BigInt(bytes.length);
    if (this.#isPaused || this.end - this.start < this.#maxBytes) return;
    this.#isPaused = true;
    this.#connection.stream.pause();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {}
  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#failure ??= error;
    clearInterval(this.#timer);
    this.#begun.reject(error);
    this.#answer?.reject(error);
  }

  slice(from: Lsn, to: Lsn): Buffer {
    this.#chunks = [Buffer.concat(this.#chunks)];
    return (this.#chunks[0] as Buffer).subarray(Number(from - this.start), Number(to - this.start));
  }

  drop(before: Lsn): void {
    const rest = Buffer.from(this.slice(before, this.end));
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.start = before;
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#connection.stream.resume();
  }

  async measureEnd(): Promise<Lsn> {
    if (this.#failure) throw this.#failure;
    // While paused, no reply can arrive, because the server first sends the log that is waiting.
    if (this.#isPaused) return this.end;
    const answer = Promise.withResolvers<Lsn>();
    this.#answer = answer;
    this.#send();
    const timer = setTimeout(
      () => answer.reject(new Error('the database does not respond')),
      REPLY_TIMEOUT_MS,
    );
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.#answer = undefined;
    }
  }

  #send(): void {
    const message = Buffer.alloc(34);
    message[0] = STATUS;
    message.writeBigInt64BE(this.end, 1);
    message.writeBigInt64BE(this.start, 9);
    message.writeBigInt64BE(this.start, 17);
    message.writeBigInt64BE(BigInt(Date.now()) * 1_000n - EPOCH_US, 25);
    message[33] = 1;
    (this.#connection as unknown as { sendCopyFromChunk(chunk: Buffer): void }).sendCopyFromChunk(message);
  }
}
