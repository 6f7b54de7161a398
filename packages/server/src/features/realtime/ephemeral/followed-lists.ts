import type { Session } from '../session.ts';

/** Which sessions follow the list of their binders, by the binders in it. */
export interface FollowedLists {
  /** Those in whose list a binder is, by their ids. */
  sessionsOf(binderId: string): ReadonlyMap<string, Session>;
  add(binderId: string, session: Session): void;
  remove(binderId: string, session: Session): void;
}

const NOBODY: ReadonlyMap<string, Session> = new Map();

/** Lists of nobody yet. */
export function createFollowedLists(): FollowedLists {
  const all = new Map<string, Map<string, Session>>();
  return {
    sessionsOf: (binderId) => all.get(binderId) ?? NOBODY,
    add(binderId, session) {
      const sessions = all.get(binderId) ?? new Map<string, Session>();
      all.set(binderId, sessions.set(session.id, session));
    },
    remove(binderId, session) {
      const sessions = all.get(binderId);
      if (sessions?.delete(session.id) && sessions.size === 0) all.delete(binderId);
    },
  };
}
