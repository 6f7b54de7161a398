import { randomBytes } from 'node:crypto';
import { MeetFull } from './meet-full.ts';
import type { MemberConnection, Visitor } from './member.ts';

/** Guests who wait at a time: a link that is passed around fills no memory. */
const MAX_WAITING = 50;

type Guest = Extract<Visitor, { kind: 'guest' }>;

interface Waiting {
  id: string;
  guest: Guest;
  connection: MemberConnection;
  letIn(): void;
}

/** Guests who wait to be let into a meet. */
export interface Lobby {
  /** Whether a guest was let in before. */
  wasAdmitted(guestId: string): boolean;
  /** Makes one wait. Gives the function that takes him away. Throws MeetFull. */
  wait(guest: Guest, connection: MemberConnection, letIn: () => void): () => void;
  waiting(): { id: string; name: string }[];
  /** Links by which those who wait came. */
  links(): string[];
  /** Sends those away who came by one of some links. */
  revoke(linkIds: ReadonlySet<string>, finish: (connection: MemberConnection) => void): void;
  /** Lets one in. Gives whether he was there. */
  admit(id: string): boolean;
  /** Sends one away, who may not come back. Gives whether he was there. */
  deny(id: string): boolean;
  /** Whom a host has removed is not let in again without being asked for. */
  forget(guestId: string): void;
  /** Empties it. The connections of those who waited are ended by `finish`. */
  close(finish: (connection: MemberConnection) => void): void;
}

/** A lobby that nobody waits in. */
export function createLobby(): Lobby {
  const all = new Map<string, Waiting>();
  const admitted = new Set<string>();
  const take = (id: string): Waiting | undefined => {
    const found = all.get(id);
    all.delete(id);
    return found;
  };
  return {
    wasAdmitted: (guestId) => admitted.has(guestId),
    wait(guest, connection, letIn) {
      if (all.size >= MAX_WAITING) throw new MeetFull('too many guests are waiting: come back later');
      const id = `G${randomBytes(9).toString('base64url')}`;
      all.set(id, { id, guest, connection, letIn });
      return () => void all.delete(id);
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
      found?.connection.end('denied', 'a host did not let you in');
      return found !== undefined;
    },
    forget: (guestId) => void admitted.delete(guestId),
    close(finish) {
      for (const { connection } of all.values()) finish(connection);
      all.clear();
    },
  };
}
