import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from './client.ts';
import type { Database } from './database.ts';
import { createPoller } from './poller.ts';
import { type ConnectionSettings, directConnection } from './pool.ts';

/** `token` is a SHA-256 in base64. `any` stands for all other revocations. */
export type Revoked = { token: string } | { binderId: string; userId: string } | 'any';

export interface Revocations {
  /** Call last in the transaction, or after the statement. This process's listeners run after the commit. */
  announce(db: Database, revoked: Revoked): Promise<void>;
  subscribe(listener: (revoked: Revoked) => void): void;
  /** If false, the caller must read the database, because revocations may be unknown. */
  isCurrent(): boolean;
  close(): Promise<void>;
}

const CHANNEL = 'ringbinder_revocations';
const POLL_INTERVAL_MS = 1_000;
const MAX_AGE_MS = 2_000;
const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 500;

/** Notifications can be lost, so a counter of revocations is read every second. */
export async function watchRevocations(
  connection: ConnectionSettings,
  db: Pick<Database, 'query'>,
  onError: (error: Error) => void,
): Promise<Revocations> {
  const listeners: ((revoked: Revoked) => void)[] = [];
  const closed = new AbortController();
  let count = await readCount(db);
  let lastReadAt = performance.now();

  function notify(revoked: Revoked): void {
    for (const listener of listeners) listener(revoked);
  }

  function receive(payload: string): void {
    const [number = '', text = ''] = payload.split(' ');
    const isNext = Number(number) === count + 1;
    count = Math.max(count, Number(number));
    notify(isNext ? parse(text) : 'any');
  }

  async function read(): Promise<void> {
    const begun = performance.now();
    const now = await readCount(db);
    if (now > count) {
      count = now;
      notify('any');
    }
    lastReadAt = begun;
  }

  const poller = createPoller(read, POLL_INTERVAL_MS);
  poller.start();
  const listening = listen(connection, receive, closed.signal, onError);

  return {
    async announce(within, revoked) {
      await within.query(ANNOUNCE, [CHANNEL, write(revoked)]);
      within.afterCommit(() => notify(revoked));
    },
    subscribe: (listener) => void listeners.push(listener),
    isCurrent: () => performance.now() - lastReadAt < MAX_AGE_MS,
    async close() {
      poller.stop();
      closed.abort();
      await listening;
    },
  };
}

function write(revoked: Revoked): string {
  if (revoked === 'any') return '';
  return 'token' in revoked ? revoked.token : `${revoked.binderId}:${revoked.userId}`;
}

function parse(text: string): Revoked {
  if (text === '') return 'any';
  const [binderId = '', userId] = text.split(':');
  return userId === undefined ? { token: text } : { binderId, userId };
}

const ANNOUNCE = `WITH counted AS (
    INSERT INTO settings (name, value) VALUES ('revocations', '1')
    ON CONFLICT (name) DO UPDATE SET value = to_jsonb(settings.value::bigint + 1) RETURNING value
  ) SELECT pg_notify($1, value::text || ' ' || $2) FROM counted`;

async function readCount(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<{ value: number }>(`SELECT value FROM settings WHERE name = 'revocations'`);
  return row?.value ?? 0;
}

async function listen(
  connection: ConnectionSettings,
  receive: (payload: string) => void,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Promise<void> {
  while (!signal.aborted) {
    const client = new DatabaseClient({
      ...directConnection(connection),
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'ringbinder revocations',
    });
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => lose(), { once: true });
    client.on('error', (error) => {
      onError(error);
      lose();
    });
    client.on('end', () => lose());
    client.on('notification', ({ payload = '' }) => receive(payload));
    try {
      await Promise.race([client.connect().then(() => client.query(`LISTEN ${CHANNEL}`)), lost]);
      await lost;
    } catch (error) {
      if (!signal.aborted) onError(error as Error);
    }
    // `end` waits for the server, which may be silent.
    await Promise.race([client.end().catch(() => undefined), pause(CLOSE_TIMEOUT_MS)]);
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    if (!signal.aborted) await pause(RECONNECT_MS, signal);
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined);
}
