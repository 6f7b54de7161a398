import type { Category } from '@ringbinder/protocol';
import type { Environment } from '../../../environment/environment.ts';
import { conflict } from '../../../errors.ts';
import { userOfSelfTopic } from '../../../log/index.ts';
import { findBinderVersions } from '../../binders/index.ts';
import { findCategoriesOfUsers } from '../../categories/index.ts';
import type { FollowedLists } from '../ephemeral/followed-lists.ts';
import { writeFrame } from '../frames.ts';
import type { Session } from '../session.ts';
import { readCards, versionOf } from './cards.ts';

/** Changes that come within it are told together. */
const PAUSE_MS = 150;
const POLL_INTERVAL_MS = 1_000;
/** People whose binders are looked at by one poll, in turn. */
const MAX_POLLED_USERS = 500;
/** Binders of one statement. */
const MAX_BINDERS = 100;

/** Tells people of all their binders: which there are, and what is new in each. */
export interface SelfFeed {
  /**
   * Sends a session all its binders, as the answer to `id`, and from then on each that changes, comes or goes. Throws
   * conflict when the session has left, or asked again, before it could be answered.
   */
  add(session: Session, id: number | undefined): Promise<void>;
  remove(session: Session): void;
  end(): void;
}

/** A session that follows its binders. */
interface Follower {
  session: Session;
  /** What was sent of each binder; undefined until all have been. */
  versions: Map<string, string> | undefined;
  /** What was sent of the categories, as JSON. */
  categories: string;
}

/**
 * The feed of an environment, for all in this process who follow their own binders. What the bus wakes is read by one
 * statement for all of them; what it does not tell of (other processes, binders that one is added to) is found by a poll.
 * @param lists is kept as to who follows what, for ephemeral frames
 * @param introduce tells a session who is present in its binders
 */
export function createSelfFeed(
  env: Environment,
  withPermit: <T>(work: () => Promise<T>) => Promise<T>,
  lists: FollowedLists,
  introduce: (session: Session, binderIds: readonly string[]) => void,
): SelfFeed {
  const followers = new Map<Session, Follower>();
  const dirtyBinders = new Set<string>();
  const dirtyUsers = new Set<string>();
  let flushing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let polledTo = 0;

  const unsubscribe = env.bus.subscribeAll((topic) => {
    if (followers.size === 0) return;
    const userId = userOfSelfTopic(topic);
    if (userId !== undefined) dirtyUsers.add(userId);
    else if (topic.startsWith('B')) dirtyBinders.add(topic);
    flushSoon();
  });

  function flushSoon(): void {
    if (timer || flushing || dirtyBinders.size + dirtyUsers.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      flushing = flush()
        .catch((error) =>
          env.log.warn({ err: error }, 'people are not told of their binders; it is tried again'),
        )
        .finally(() => {
          flushing = undefined;
          flushSoon();
        });
    }, PAUSE_MS);
  }

  async function flush(): Promise<void> {
    const users = take(dirtyUsers, MAX_POLLED_USERS);
    if (users.length > 0) await compare(users);
    const binderIds = take(dirtyBinders, MAX_BINDERS);
    const concerned = [...followers.values()].filter(({ versions }) =>
      binderIds.some((id) => versions?.has(id)),
    );
    if (concerned.length > 0) await send(concerned, binderIds);
  }

  /** Finds what differs from what was sent to the followers of some people, and sends it. */
  async function compare(userIds: readonly string[]): Promise<void> {
    const rows = await findBinderVersions(env.db, userIds);
    const categories = await findCategoriesOfUsers(env.db, userIds);
    const versionsOf = Map.groupBy(rows, ({ user_id }) => user_id);
    const wanted = new Set(userIds);
    for (const follower of [...followers.values()]) {
      const { actor } = follower.session;
      const { versions } = follower;
      if (!wanted.has(actor.userId) || versions === undefined) continue;
      tellCategories(follower, categories.get(actor.userId) ?? []);
      const found = new Map(
        (versionsOf.get(actor.userId) ?? []).map((row) => [
          row.binder_id,
          versionOf({
            seq: row.seq,
            readId: row.read_id,
            categoryId: row.category_id,
            isFavourite: row.is_favourite,
            isMuted: row.is_muted,
          }),
        ]),
      );
      const changed = [...found].filter(([id, version]) => versions.get(id) !== version).map(([id]) => id);
      const gone = [...versions.keys()].filter((id) => !found.has(id));
      const all = [...changed, ...gone];
      for (let begin = 0; begin < all.length; begin += MAX_BINDERS)
        await send([follower], all.slice(begin, begin + MAX_BINDERS));
    }
  }

  /** Sends the categories unless they are what was sent. */
  function tellCategories(follower: Follower, categories: Category[]): void {
    const text = JSON.stringify(categories);
    if (text === follower.categories || followers.get(follower.session) !== follower) return;
    follower.categories = text;
    follower.session.socket.send(writeFrame({ type: 'categories', categories }));
  }

  /** Sends followers what is new of binders: the card, or that it is no longer theirs. */
  async function send(to: readonly Follower[], binderIds: readonly string[]): Promise<void> {
    const userIds = [...new Set(to.map(({ session }) => session.actor.userId))];
    const cards = Map.groupBy(await readCards(env, userIds, binderIds), ({ userId }) => userId);
    for (const { session, versions } of to) {
      // Who has left meanwhile is told nothing.
      if (versions === undefined || followers.get(session)?.versions !== versions) continue;
      const own = cards.get(session.actor.userId) ?? [];
      for (const { binderId, version, card } of own) {
        if (versions.get(binderId) === version) continue;
        versions.set(lists.add(binderId, session), version);
        session.socket.send(writeFrame({ type: 'binder_changed', card }));
      }
      const there = new Set(own.map(({ binderId }) => binderId));
      for (const binder_id of binderIds)
        if (!there.has(binder_id) && versions.delete(binder_id)) {
          lists.remove(binder_id, session);
          session.socket.send(writeFrame({ type: 'binder_removed', binder_id }));
        }
    }
  }

  function forget(session: Session): void {
    for (const binderId of followers.get(session)?.versions?.keys() ?? []) lists.remove(binderId, session);
    followers.delete(session);
  }

  function poll(): void {
    const users = [...new Set([...followers.keys()].map(({ actor }) => actor.userId))];
    if (polledTo >= users.length) polledTo = 0;
    for (const userId of users.slice(polledTo, polledTo + MAX_POLLED_USERS)) dirtyUsers.add(userId);
    polledTo += MAX_POLLED_USERS;
    flushSoon();
  }

  return {
    async add(session, id) {
      forget(session);
      const follower: Follower = { session, versions: undefined, categories: '' };
      followers.set(session, follower);
      polling ??= setInterval(poll, POLL_INTERVAL_MS).unref();
      const { userId } = session.actor;
      const [cards, categories] = await withPermit(async () => {
        const read = await readCards(env, [userId], null);
        return [read, (await findCategoriesOfUsers(env.db, [userId])).get(userId) ?? []] as const;
      }).catch((error) => {
        if (followers.get(session) === follower) followers.delete(session);
        throw error;
      });
      if (followers.get(session) !== follower) throw conflict('it was given up before it was answered');
      const binders = cards.map(({ card }) => card);
      const answers = id === undefined ? {} : { id };
      session.socket.send(writeFrame({ type: 'binders', ...answers, binders, categories }));
      follower.categories = JSON.stringify(categories);
      follower.versions = new Map(
        cards.map(({ binderId, version }) => [lists.add(binderId, session), version]),
      );
      introduce(session, [...follower.versions.keys()]);
      // What changed while it was read.
      dirtyUsers.add(userId);
      flushSoon();
    },
    remove(session) {
      forget(session);
      if (followers.size > 0) return;
      clearInterval(polling);
      polling = undefined;
      dirtyBinders.clear();
      dirtyUsers.clear();
    },
    end() {
      unsubscribe();
      clearInterval(polling);
      clearTimeout(timer);
    },
  };
}

function take(from: Set<string>, most: number): string[] {
  const taken = [...from].slice(0, most);
  for (const each of taken) from.delete(each);
  return taken;
}
