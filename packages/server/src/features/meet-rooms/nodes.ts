import type { Environment } from '../../environment/environment.ts';
import { type ApiError, unavailable } from '../../errors.ts';
import { createProcessSocket } from './process-socket.ts';
import { findHolder, holdMeet, releaseMeets, renewMeets } from './queries.ts';

/** A process that died on another machine holds its meets no longer than this. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;

/** Which process a meet lives on: all who are in it must be on the same. */
export interface MeetNodes {
  /**
   * Takes a meet for this process, or goes on to hold it; one of a process that has certainly ended at once. Throws unavailable
   * while another one has it.
   */
  hold(sessionKey: string): Promise<void>;
  /** Where the process is that holds a meet: undefined when it is this one, or none; empty when it does not say. */
  findOther(sessionKey: string): Promise<string | undefined>;
  /** Gives all back, for others to take at once. */
  end(): Promise<void>;
}

/**
 * Holds meets for this process.
 * @param rooms says which are open still, and gives up one that was lost to another process
 */
export function createMeetNodes(
  env: Environment,
  rooms: { has(sessionKey: string): boolean; abandon(sessionKey: string): void },
): MeetNodes {
  const { db, config, log } = env;
  const socket = createProcessSocket(config.dataDir);
  /** The address comes along with the id, so there is no list of processes beside. */
  const node = () => `${socket.id} ${config.internalUrl}`;
  const held = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const closed = [...held].filter((sessionKey) => !rooms.has(sessionKey));
    for (const sessionKey of closed) held.delete(sessionKey);
    if (closed.length > 0) await releaseMeets(db, node(), closed);
    if (held.size === 0) return;
    const asked = [...held];
    const renewed = new Set(await renewMeets(db, node(), asked, LEASE_MS));
    for (const sessionKey of asked) {
      if (renewed.has(sessionKey)) continue;
      held.delete(sessionKey);
      log.warn({ meet: sessionKey }, 'a meet has gone over to another process');
      rooms.abandon(sessionKey);
    }
  }

  /** The process that holds a meet, if it is another one that may be alive. */
  async function findLiving(sessionKey: string): Promise<string | undefined> {
    const holder = await findHolder(db, node(), sessionKey);
    return holder !== undefined && (await socket.isDead(idOf(holder))) ? undefined : holder;
  }

  async function take(sessionKey: string): Promise<boolean> {
    if (await holdMeet(db, node(), sessionKey, LEASE_MS)) return true;
    const holder = await findHolder(db, node(), sessionKey);
    if (holder === undefined || !(await socket.isDead(idOf(holder)))) return false;
    return holdMeet(db, node(), sessionKey, LEASE_MS, holder);
  }

  return {
    async hold(sessionKey) {
      if (held.has(sessionKey)) return;
      // Before the lease: a process that dies with one is known to be dead.
      await socket
        .open()
        .catch((error) => log.debug({ err: error }, 'no socket shows that this process lives'));
      if (!(await take(sessionKey))) throw meetMoves(1);
      held.add(sessionKey);
      timer ??= setInterval(() => {
        renew().catch((error) =>
          log.warn({ err: error }, 'the lease of meets was not renewed; it is tried again'),
        );
      }, RENEW_MS).unref();
    },
    async findOther(sessionKey) {
      const holder = held.has(sessionKey) ? undefined : await findLiving(sessionKey);
      return holder?.split(' ')[1];
    },
    async end() {
      clearInterval(timer);
      const all = [...held];
      held.clear();
      // Where they cannot be given back, the socket stays, and says that this process is dead.
      await releaseMeets(db, node(), all).then(socket.close, () => undefined);
    },
  };
}

/** 503: for who comes into the meet, whose process is none of their business. */
export function meetMoves(retryAfter: number): ApiError {
  return unavailable('the meet is moving to another server, try again in a few seconds', retryAfter);
}

const idOf = (node: string): string => node.split(' ')[0] ?? '';
