import type { Environment } from '../../environment/environment.ts';
import { type ApiError, unavailable } from '../../errors.ts';
import { createProcessSocket } from './process-socket.ts';
import { findHolder, leaseMeet, releaseMeets, renewMeets } from './queries.ts';

/** Limits how long a dead process on another machine owns its meets. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;

export interface MeetNodes {
  /** Takes over from a process known to be dead. Throws unavailable while another process owns the meet. */
  hold(sessionKey: string): Promise<void>;
  /** Empty if the owner announces no URL. Undefined if no other living process owns the meet. */
  findOther(sessionKey: string): Promise<string | undefined>;
  end(): Promise<void>;
}

/** @param rooms `abandon` closes a room that another process took over */
export function createMeetNodes(
  env: Environment,
  rooms: { has(sessionKey: string): boolean; abandon(sessionKey: string): void },
): MeetNodes {
  const { db, config, log } = env;
  const socket = createProcessSocket(config.dataDir);
  /** Contains the URL, so no list of processes is needed. */
  const node = () => `${socket.id} ${config.internalUrl}`;
  const owned = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const closed = [...owned].filter((sessionKey) => !rooms.has(sessionKey));
    for (const sessionKey of closed) owned.delete(sessionKey);
    if (closed.length > 0) await releaseMeets(db, node(), closed);
    if (owned.size === 0) return;
    const keys = [...owned];
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

  async function take(sessionKey: string): Promise<boolean> {
    if (await leaseMeet(db, node(), sessionKey, LEASE_MS)) return true;
    const holder = await findHolder(db, node(), sessionKey);
    if (holder === undefined || !(await socket.isDead(idOf(holder)))) return false;
    return leaseMeet(db, node(), sessionKey, LEASE_MS, holder);
  }

  return {
    async hold(sessionKey) {
      if (owned.has(sessionKey)) return;
      // Opened before the lease, so other processes can recognise this one's death.
      await socket
        .open()
        .catch((error) => log.debug({ err: error }, 'no socket shows that this process lives'));
      if (!(await take(sessionKey))) throw meetMoves(1);
      owned.add(sessionKey);
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
      const all = [...owned];
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
