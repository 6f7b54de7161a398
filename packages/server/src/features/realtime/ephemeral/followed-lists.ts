import type { Session } from '../session.ts';

export interface FollowedLists {
  sessionsOf(binderId: string): ReadonlyMap<string, Session>;
  /** Returns an equal string that all lists share, so that memory contains only one copy. */
  add(binderId: string, session: Session): string;
  remove(binderId: string, session: Session): void;
}

const NOBODY: ReadonlyMap<string, Session> = new Map();

export function createFollowedLists(): FollowedLists {
  const all = new Map<string, { id: string; sessions: Map<string, Session> }>();
  return {
    sessionsOf: (binderId) => all.get(binderId)?.sessions ?? NOBODY,
    add(binderId, session) {
      const list = all.get(binderId) ?? { id: binderId, sessions: new Map<string, Session>() };
      all.set(list.id, list);
      list.sessions.set(session.id, session);
      return list.id;
    },
    remove(binderId, session) {
      const sessions = all.get(binderId)?.sessions;
      if (sessions?.delete(session.id) && sessions.size === 0) all.delete(binderId);
    },
  };
}
