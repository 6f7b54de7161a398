import type { Environment } from '../../environment/environment.ts';
import { type ApiError, unavailable } from '../../errors.ts';
import { createProcessSocket } from './process-socket.ts';
import { findHolder, leaseMeet, releaseMeets, renewMeets } from './queries.ts';

/** After this time, the meets of a dead process on another machine are free. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;

export interface MeetNodes {
  /** Throws `unavailable` if another running process owns the meet. */
  acquire(sessionKey: string): Promise<void>;
  /** URL of another running process that owns the meet. Empty if that process has no URL. */
  findOther(sessionKey: string): Promise<string | undefined>;
  end(): Promise<void>;
}

export function createMeetNodes(
  env: Environment,
  rooms: { has(sessionKey: string): boolean; abandon(sessionKey: string): void },
): MeetNodes {
  const { db, config, log } = env;
  const socket = createProcessSocket(config.dataDir);
  /** Identifies this process in a lease, and contains the URL for forwarded connections. */
  const node = () => `${socket.id} ${config.internalUrl}`;
  /** Time of the last `acquire`, from the monotonic clock. */
  const owned = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    // A room opens only after its lease is taken.
    const before = performance.now() - LEASE_MS;
    const closed = [...owned.keys()].filter((key) => !rooms.has(key) && (owned.get(key) ?? 0) < before);
    for (const sessionKey of closed) owned.delete(sessionKey);
    if (closed.length > 0) await releaseMeets(db, node(), closed);
    if (owned.size === 0) return;
    const keys = [...owned.keys()];
    const renewed = new Set(await renewMeets(db, node(), keys, LEASE_MS));
    for (const sessionKey of keys) {
      if (renewed.has(sessionKey)) continue;
      owned.delete(sessionKey);
      log.warn({ meet: sessionKey }, 'meet: moved to another process');
      rooms.abandon(sessionKey);
    }
  }

  async function findLiving(sessionKey: string): Promise<string | undefined> {
    const holder = await findHolder(db, node(), sessionKey);
    return holder !== undefined && (await socket.isDead(idOf(holder))) ? undefined : holder;
  }

  async function tryLease(sessionKey: string): Promise<boolean> {
    if (await leaseMeet(db, node(), sessionKey, LEASE_MS)) return true;
    const holder = await findHolder(db, node(), sessionKey);
    if (holder === undefined || !(await socket.isDead(idOf(holder)))) return false;
    return leaseMeet(db, node(), sessionKey, LEASE_MS, holder);
  }

  return {
    async acquire(sessionKey) {
      if (owned.has(sessionKey)) {
        owned.set(sessionKey, performance.now());
        return;
      }
      // With an open socket, other processes can detect the death of this process.
      await socket
        .open()
        .catch((error) => log.debug({ err: error }, 'meet: opening the socket of this process failed'));
      if (!(await tryLease(sessionKey))) throw meetMoves(1);
      owned.set(sessionKey, performance.now());
      timer ??= setInterval(() => {
        renew().catch((error) => log.warn({ err: error }, 'meet: renewing the lease failed, retrying'));
      }, RENEW_MS).unref();
    },
    async findOther(sessionKey) {
      const holder = owned.has(sessionKey) ? undefined : await findLiving(sessionKey);
      return holder?.split(' ')[1];
    },
    async end() {
      clearInterval(timer);
      const all = [...owned.keys()];
      owned.clear();
      // If the release fails, the remaining socket file shows that this process is dead.
      await releaseMeets(db, node(), all).then(socket.close, () => undefined);
    },
  };
}

export function meetMoves(retryAfter: number): ApiError {
  return unavailable('the meet is moving to another server, try again in a few seconds', retryAfter);
}

const idOf = (node: string): string => node.split(' ')[0] ?? '';
