import { randomBytes } from 'node:crypto';
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

/** Guests who wait to be let into a meet. Each has one place there. */
export interface Lobby {
  /** Throws NoPlace for a guest whom a host has sent away, from the lobby or from the meet. */
  requireWelcome(guestId: string): void;
  /** Remembers that a host has sent a guest away: neither token nor `resume` bring that guest back. */
  sendAway(guestId: string, reason: 'denied' | 'removed'): void;
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
  /** Sends those away who came by one of some links. */
  revoke(linkIds: ReadonlySet<string>, finish: (connection: MemberConnection) => void): void;
  /** Lets one in. Gives whether he was there. */
  admit(id: string): boolean;
  /** Sends one away, who does not wait again. Gives whether he was there. */
  deny(id: string): boolean;
  /** Empties it. The connections of those who waited are ended by `finish`. */
  close(finish: (connection: MemberConnection) => void): void;
}

const SENT_AWAY = {
  denied: 'a host did not let you in',
  removed: 'a host removed you from the meet',
} as const;

/** A lobby that nobody waits in. */
export function createLobby(): Lobby {
  const all = new Map<string, Waiting>();
  const admitted = new Set<string>();
  const sentAway = new Map<string, 'denied' | 'removed'>();
  const take = (id: string): Waiting | undefined => {
    const found = all.get(id);
    all.delete(id);
    return found;
  };
  return {
    requireWelcome(guestId) {
      const reason = sentAway.get(guestId);
      if (reason !== undefined) throw new NoPlace(reason, SENT_AWAY[reason]);
    },
    sendAway(guestId, reason) {
      admitted.delete(guestId);
      sentAway.set(guestId, reason);
    },
    wasAdmitted: (guestId) => admitted.has(guestId),
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
    admit(id) {
      const found = take(id);
      if (found === undefined) return false;
      admitted.add(found.guest.guestId);
      found.letIn();
      return true;
    },
    deny(id) {
      const found = take(id);
      if (found === undefined) return false;
      sentAway.set(found.guest.guestId, 'denied');
      found.connection.end('denied', SENT_AWAY.denied);
      return true;
    },
    close(finish) {
      for (const { connection } of all.values()) finish(connection);
      all.clear();
    },
  };
}
