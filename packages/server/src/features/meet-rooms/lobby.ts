import { randomBytes } from 'node:crypto';
import type { GuestState } from '../meets/index.ts';
import { AdmissionRefused } from './admission-refused.ts';
import type { MemberConnection, Visitor } from './member.ts';

/** Anybody who has a link can wait. */
const MAX_WAITING = 50;

type Guest = Extract<Visitor, { kind: 'guest' }>;

interface Waiting {
  id: string;
  guest: Guest;
  connection: MemberConnection;
  letIn(): void;
}

export interface Lobby {
  requireNotRefused(guestId: string): void;
  /** A removed guest cannot return, even with a valid token. */
  remove(guestId: string): Promise<void>;
  wasAdmitted(guestId: string): boolean;
  /**
   * Replaces the guest's earlier connection. Returns a function that removes `connection`. Throws `AdmissionRefused` if
   * the lobby is full.
   */
  wait(guest: Guest, connection: MemberConnection, letIn: () => void): () => void;
  waiting(): { id: string; name: string }[];
  links(): string[];
  revoke(linkIds: ReadonlySet<string>, finish: (connection: MemberConnection) => void): void;
  /** Returns false if the guest has left, or if another host has denied the guest. */
  admit(id: string): Promise<boolean>;
  deny(id: string): Promise<boolean>;
  close(finish: (connection: MemberConnection) => void): void;
}

const REFUSAL_MESSAGES = {
  denied: 'a host did not let you in',
  removed: 'a host removed you from the meet',
} as const;

export interface LobbyServices {
  guests: ReadonlyMap<string, GuestState>;
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

  /** The guest may reconnect while the decision is stored. */
  async function applyDecision(id: string, state: 'admitted' | 'denied', finish: (waiting: Waiting) => void) {
    const entry = all.get(id);
    if (entry === undefined || !(await decide(entry.guest.guestId, state))) return false;
    const waiting = all.get(id);
    all.delete(id);
    if (waiting) finish(waiting);
    return true;
  }

  return {
    requireNotRefused(guestId) {
      const state = decided.get(guestId);
      if (state === 'denied' || state === 'removed')
        throw new AdmissionRefused(state, REFUSAL_MESSAGES[state]);
    },
    async remove(guestId) {
      await decide(guestId, 'removed');
    },
    wasAdmitted: (guestId) => decided.get(guestId) === 'admitted',
    wait(guest, connection, letIn) {
      const before = [...all.values()].find((other) => other.guest.guestId === guest.guestId);
      if (before === undefined && all.size >= MAX_WAITING)
        throw new AdmissionRefused('full', 'too many guests are waiting: come back later');
      const id = before?.id ?? `G${randomBytes(9).toString('base64url')}`;
      const waiting = { id, guest, connection, letIn };
      all.set(id, waiting);
      before?.connection.end('joined_elsewhere', 'you are waiting on another device or in another tab');
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
    admit: (id) => applyDecision(id, 'admitted', ({ letIn }) => letIn()),
    deny: (id) =>
      applyDecision(id, 'denied', ({ connection }) => connection.end('denied', REFUSAL_MESSAGES.denied)),
    close(finish) {
      for (const { connection } of all.values()) finish(connection);
      all.clear();
    },
  };
}
