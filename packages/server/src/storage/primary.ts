import pg from 'pg';
import { PING_TIMEOUT_MS } from './liveness.ts';
import { createPoller } from './poller.ts';
import { type ListedServer, serversOf } from './server-list.ts';

/** Receives `host:port` of the old and the new primary. */
export type MoveListener = (from: string, to: string) => void;

/** Tracks which server of a list accepts writes. */
export interface Primary {
  /** The primary found last; initially the first server of the list. */
  current(): ListedServer;
  /**
   * Queries all servers concurrently and makes the writable one current. If it changed, closes the connections to the
   * old one. Rejects with the reason of each server if none is writable within 2.5 s.
   */
  find(): Promise<void>;
  /** Starts a search because a connection failed, unless the last search began less than 250 ms ago. */
  suspect(): void;
  /**
   * Registers a connection to be closed when another server becomes current.
   * @returns a function to call when the connection has ended
   */
  add(server: ListedServer, breakOff: (reason: string) => void): () => void;
  /** Polls the servers every few seconds. @returns a function that stops it */
  follow(onMove: MoveListener): () => void;
}

/**
 * Polling is necessary: a primary that is cut off from its standby but not from this process still accepts connections,
 * and its synchronous commits wait forever. Only the new primary reveals that the old one was replaced.
 */
const LOOK_AGAIN_MS = 5_000;
/** Minimum interval between searches, because each failed call requests one. */
const SEARCH_EVERY_MS = 250;

const primaries = new Map<string, Primary>();

/** The primary of a server list, shared by the whole process; undefined for a single server. */
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
  /** Eight hexadecimal digits that increase with each promotion; empty if unknown. */
  timeline: string;
}

function watchPrimary(servers: readonly ListedServer[]): Primary {
  const [first] = servers;
  if (first === undefined) throw new Error('a list of servers is empty');
  let current = first;
  let searching: Promise<void> | undefined;
  let searchedAt = Number.NEGATIVE_INFINITY;
  const connections = new Set<{ server: ListedServer; breakOff: (reason: string) => void }>();
  const listeners = new Set<MoveListener>();

  async function search(): Promise<void> {
    searchedAt = performance.now();
    const answers = await Promise.allSettled(servers.map(probe));
    const writable = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    // Chooses the server that was promoted last. If two were promoted from the same primary, chooses the first of the
    // list (the sort is stable).
    const [chosen] = writable.toSorted((one, other) => other.timeline.localeCompare(one.timeline));
    if (chosen === undefined) throw notFound(servers, answers);
    if (chosen.server !== current) move(chosen.server);
  }

  function move(to: ListedServer): void {
    const from = current;
    current = to;
    for (const { server, breakOff } of connections)
      if (server !== to) breakOff(`the primary is ${to.name} now`);
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
      if (performance.now() - searchedAt >= SEARCH_EVERY_MS) void find().catch(() => undefined);
    },
    add(server, breakOff) {
      const connection = { server, breakOff };
      connections.add(connection);
      return () => void connections.delete(connection);
    },
    follow(onMove) {
      listeners.add(onMove);
      const poller = createPoller(find, LOOK_AGAIN_MS);
      poller.start();
      return () => {
        listeners.delete(onMove);
        poller.stop();
      };
    },
  };
}

/**
 * Combines the reasons of all servers. The error has the first SQLSTATE among them, for example that of a missing
 * database.
 */
function notFound(servers: readonly ListedServer[], answers: PromiseSettledResult<Writable>[]): Error {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  const details = reasons.map(
    (reason, index) => `${servers[index]?.name}: ${reason.message || (reason as { code?: string }).code}`,
  );
  const code = reasons.find((reason) => reason instanceof pg.DatabaseError)?.code;
  return Object.assign(new Error(`no server takes writes (${details.join('; ')})`), { code });
}

/** Rejects if the server does not respond in time or accepts no writes. */
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
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it takes no writes');
    // Some servers with PostgreSQL's protocol lack these functions. Then the order of the list decides.
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
