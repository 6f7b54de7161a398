import pg from 'pg';
import { PING_TIMEOUT_MS } from './liveness.ts';
import { createPoller } from './poller.ts';
import { type ListedServer, serversOf } from './server-list.ts';

/** Told when another server is the primary: `host:port` of both. */
export type MoveListener = (from: string, to: string) => void;

/** The one of several servers that takes writes. */
export interface Primary {
  /** The one that was found last; before anything was found the first of the list. */
  current(): ListedServer;
  /**
   * Asks all servers at once, and makes that one current which takes writes; when it is another one, the connections to the
   * one before are broken. Rejects when none takes writes within 2.5 s, with what each said.
   */
  find(): Promise<void>;
  /** Has the servers asked soon, as a connection failed. */
  suspect(): void;
  /**
   * Has a connection to `server` broken when another server becomes current.
   * @returns a function to be called when the connection has ended
   */
  add(server: ListedServer, breakOff: (reason: string) => void): () => void;
  /** Asks the servers every few seconds, and tells of moves. @returns a function that ends it */
  follow(onMove: MoveListener): () => void;
}

/**
 * Between two looks at all servers. A primary that is cut off from its standby and not from us still greets, and its
 * synchronous commits wait for ever: only the other server tells that it has been replaced.
 */
const LOOK_AGAIN_MS = 5_000;
/** Each call that fails asks for a search: four in a second are enough. */
const SEARCH_EVERY_MS = 250;

const primaries = new Map<string, Primary>();

/** The primary behind an address with a list, the same one for the whole process; undefined for an address of one server. */
export function primaryOf(address: string | undefined): Primary | undefined {
  const known = address === undefined ? undefined : primaries.get(address);
  if (known || address === undefined) return known;
  const servers = serversOf(address);
  if (servers === undefined) return undefined;
  const primary = watchPrimary(servers);
  primaries.set(address, primary);
  return primary;
}

/** A server that takes writes. */
interface Writable {
  server: ListedServer;
  /** Eight hexadecimal digits, more with each promotion; empty where the server does not tell. */
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
    // Of two the one that was promoted last; of two promoted from the same one, the first of the list (a stable sort).
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

/** What all servers said. Has the SQLSTATE that one answered with, such as that of a database that does not exist. */
function notFound(servers: readonly ListedServer[], answers: PromiseSettledResult<Writable>[]): Error {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  const said = reasons.map(
    (reason, index) => `${servers[index]?.name}: ${reason.message || (reason as { code?: string }).code}`,
  );
  const code = reasons.find((reason) => reason instanceof pg.DatabaseError)?.code;
  return Object.assign(new Error(`no server takes writes (${said.join('; ')})`), { code });
}

/** Asks one server. Rejects when it does not answer in time, or takes no writes. */
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
    // Not every server that speaks PostgreSQL's protocol has them; the order of the list decides then.
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
