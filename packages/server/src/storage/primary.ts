import pg from 'pg';
import { PING_TIMEOUT_MS } from './liveness.ts';
import { createPoller } from './poller.ts';
import { type ListedServer, serversOf } from './server-list.ts';

export type MoveListener = (from: string, to: string) => void;

export interface Primary {
  current(): ListedServer;
  /** Closes connections to the previous server. Rejects if no writable server is found in 2.5 s. */
  find(): Promise<void>;
  suspect(): void;
  /**
   * `disconnect` is called when another server becomes current. Call the result when the connection has
   * ended.
   */
  add(server: ListedServer, disconnect: (reason: string) => void): () => void;
  follow(onMove: MoveListener): () => void;
}

/**
 * A primary that is cut off accepts connections, but its synchronous commits wait forever. Only polling finds
 * the new primary.
 */
const POLL_INTERVAL_MS = 5_000;
const MIN_SEARCH_INTERVAL_MS = 250;

const primaries = new Map<string, Primary>();

export function primaryOf(address: string | undefined): Primary | undefined {
  const shared = address === undefined ? undefined : primaries.get(address);
  if (shared || address === undefined) return shared;
  const servers = serversOf(address);
  if (servers === undefined) return undefined;
  const primary = watchPrimary(servers);
  primaries.set(address, primary);
  return primary;
}

interface Writable {
  server: ListedServer;
  /** Eight hexadecimal digits, or empty if unknown. */
  timeline: string;
}

function watchPrimary(servers: readonly ListedServer[]): Primary {
  const [first] = servers;
  if (first === undefined) throw new Error('a list of servers is empty');
  let current = first;
  let searching: Promise<void> | undefined;
  let searchedAt = Number.NEGATIVE_INFINITY;
  const connections = new Set<{ server: ListedServer; disconnect: (reason: string) => void }>();
  const listeners = new Set<MoveListener>();

  async function search(): Promise<void> {
    searchedAt = performance.now();
    const answers = await Promise.allSettled(servers.map(probe));
    const writable = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    // The server with the latest promotion wins, otherwise the first of the list.
    const [next] = writable.toSorted((one, other) => other.timeline.localeCompare(one.timeline));
    if (next === undefined) throw notFound(servers, answers);
    if (next.server !== current) move(next.server);
  }

  function move(to: ListedServer): void {
    const from = current;
    current = to;
    for (const { server, disconnect } of connections)
      if (server !== to) disconnect(`the primary is ${to.name} now`);
    for (const listener of listeners) listener(from.name, to.name);
  }

  function find(): Promise<void> {
    searching ??= search().finally(() => {
      searching = undefined;
    });
    return searching;
  }

  return {
    current: () => current,
    find,
    suspect() {
      if (performance.now() - searchedAt >= MIN_SEARCH_INTERVAL_MS) void find().catch(() => undefined);
    },
    add(server, disconnect) {
      const connection = { server, disconnect };
      connections.add(connection);
      return () => void connections.delete(connection);
    },
    follow(onMove) {
      listeners.add(onMove);
      const poller = createPoller(find, POLL_INTERVAL_MS);
      poller.start();
      return () => {
        listeners.delete(onMove);
        poller.stop();
      };
    },
  };
}

function notFound(servers: readonly ListedServer[], answers: PromiseSettledResult<Writable>[]): Error {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  const details = reasons.map(
    (reason, index) => `${servers[index]?.name}: ${reason.message || (reason as { code?: string }).code}`,
  );
  const code = reasons.find((reason) => reason instanceof pg.DatabaseError)?.code;
  return Object.assign(new Error(`no server accepts writes (${details.join('; ')})`), { code });
}

async function probe(server: ListedServer): Promise<Writable> {
  const client = new pg.Client({
    connectionString: server.address,
    connectionTimeoutMillis: PING_TIMEOUT_MS,
    query_timeout: PING_TIMEOUT_MS,
    application_name: 'ringbinder primary',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it accepts no writes');
    // Some PostgreSQL-compatible servers lack these functions.
    const timeline = await client
      .query<{ file: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS file')
      .then(
        ({ rows: [row] }) => row?.file.slice(0, 8) ?? '',
        () => '',
      );
    return { server, timeline };
  } finally {
    void client.end().catch(() => undefined);
  }
}
