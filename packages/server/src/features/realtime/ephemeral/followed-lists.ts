import type { Session } from '../session.ts';

/** Which sessions follow the list of their binders, by the binders in it. */
export interface FollowedLists {
  /** Those in whose list a binder is, by their ids. */
  sessionsOf(binderId: string): ReadonlyMap<string, Session>;
  /** Gives the id as all hold it: each reading brings another copy, and lists are long. */
  add(binderId: string, session: Session): string;
  remove(binderId: string, session: Session): void;
}

const NOBODY: ReadonlyMap<string, Session> = new Map();

export function createFollowedLists(): FollowedLists {
  const all = new Map<string, { id: string; sessions: Map<string, Session> }>();
  return {
    sessionsOf: (binderId) => all.get(binderId)?.sessions ?? NOBODY,
    add(binderId, session) {
      const held = all.get(binderId) ?? { id: binderId, sessions: new Map<string, Session>() };
      all.set(held.id, held);
      held.sessions.set(session.id, session);
      return held.id;
    },
    remove(binderId, session) {
      const sessions = all.get(binderId)?.sessions;
      if (sessions?.delete(session.id) && sessions.size === 0) all.delete(binderId);
    },
  };
}
