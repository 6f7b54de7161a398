import { randomBytes } from 'node:crypto';
import type { GuestState } from '../meets/index.ts';
import type { MemberConnection, Visitor } from './member.ts';
import { NoPlace } from './no-place.ts';

/** Guests who wait at a time: a link that is passed around fills no memory. */
const MAX_WAITING = 50;

type Guest = Extract<Visitor, { kind: 'guest' }>;

interface Waiting {
  id: string;
  guest: Guest;
  connection: MemberConnection;
  letIn(): void;
}

export interface Lobby {
  /** Throws NoPlace for a guest whom a host has sent away, from the lobby or from the meet. */
  requireWelcome(guestId: string): void;
  /** Remembers that a host has put a guest out of the meet: neither token nor `resume` bring that guest back. */
  remove(guestId: string): Promise<void>;
  /** Whether a guest was let in before. */
  wasAdmitted(guestId: string): boolean;
  /**
   * Makes one wait, in place of another connection of the same guest. Gives the function that takes this connection away. Throws
   * NoPlace.
   */
  wait(guest: Guest, connection: MemberConnection, letIn: () => void): () => void;
  waiting(): { id: string; name: string }[];
  /** Links by which those who wait came. */
  links(): string[];
  revoke(linkIds: ReadonlySet<string>, finish: (connection: MemberConnection) => void): void;
  /** Lets one in. Gives whether he was there, and no other host has decided otherwise. */
  admit(id: string): Promise<boolean>;
  /** Sends one away, who does not wait again. Gives whether he was there, and no other host has decided otherwise. */
  deny(id: string): Promise<boolean>;
  /** Empties it. The connections of those who waited are ended by `finish`. */
  close(finish: (connection: MemberConnection) => void): void;
}

const SENT_AWAY = {
  denied: 'a host did not let you in',
  removed: 'a host removed you from the meet',
} as const;

export interface LobbyServices {
  /** Earlier decisions about this meet. */
  guests: ReadonlyMap<string, GuestState>;
  /** Stores a decision, unless another one came before it. Gives whether it holds. */
  decideOnGuest(guestId: string, state: GuestState): Promise<boolean>;
}

export function createLobby({ guests, decideOnGuest }: LobbyServices): Lobby {
  const all = new Map<string, Waiting>();
  const decided = new Map(guests);

  async function decide(guestId: string, state: GuestState): Promise<boolean> {
    if (!(await decideOnGuest(guestId, state))) return false;
    decided.set(guestId, state);
    return true;
  }

  /** Takes one out of the lobby about whom a host has decided: with the connection that waits then. */
  async function settle(id: string, state: 'admitted' | 'denied', finish: (waiting: Waiting) => void) {
    const found = all.get(id);
    if (found === undefined || !(await decide(found.guest.guestId, state))) return false;
    const waiting = all.get(id);
    all.delete(id);
    if (waiting) finish(waiting);
    return true;
  }

  return {
    requireWelcome(guestId) {
      const state = decided.get(guestId);
      if (state === 'denied' || state === 'removed') throw new NoPlace(state, SENT_AWAY[state]);
    },
    async remove(guestId) {
      await decide(guestId, 'removed');
    },
    wasAdmitted: (guestId) => decided.get(guestId) === 'admitted',
    wait(guest, connection, letIn) {
      const before = [...all.values()].find((other) => other.guest.guestId === guest.guestId);
      if (before === undefined && all.size >= MAX_WAITING)
        throw new NoPlace('full', 'too many guests are waiting: come back later');
      const id = before?.id ?? `G${randomBytes(9).toString('base64url')}`;
      const waiting = { id, guest, connection, letIn };
      all.set(id, waiting);
      before?.connection.end('joined_elsewhere', 'you wait with another device, or another page');
      return () => {
        if (all.get(id) === waiting) all.delete(id);
      };
    },
    waiting: () => [...all.values()].map(({ id, guest }) => ({ id, name: guest.name })),
    links: () => [...all.values()].map(({ guest }) => guest.linkId),
    revoke(linkIds, finish) {
      for (const { id, guest, connection } of all.values()) {
        if (!linkIds.has(guest.linkId)) continue;
        all.delete(id);
        finish(connection);
      }
    },
    admit: (id) => settle(id, 'admitted', ({ letIn }) => letIn()),
    deny: (id) => settle(id, 'denied', ({ connection }) => connection.end('denied', SENT_AWAY.denied)),
    close(finish) {
      for (const { connection } of all.values()) finish(connection);
      all.clear();
    },
  };
}
