import type { Category } from '@ringbinder/protocol';
import type { Environment } from '../../../environment/environment.ts';
import { conflict } from '../../../errors.ts';
import { userOfTopic } from '../../../log/index.ts';
import { findBinderVersions } from '../../binders/index.ts';
import { findCategoriesOfUsers } from '../../categories/index.ts';
import type { FollowedLists } from '../ephemeral/followed-lists.ts';
import { writeFrame } from '../frames.ts';
import type { Session } from '../session.ts';
import { readCards, versionOf } from './cards.ts';

const BATCHING_MS = 150;
const POLL_INTERVAL_MS = 1_000;
const MAX_POLLED_USERS = 500;
const MAX_BINDERS = 100;

export interface UserFeed {
  /** Throws `conflict` if the session is removed or added again before the reply. */
  add(session: Session, id: number | undefined): Promise<void>;
  remove(session: Session): void;
  end(): void;
}

interface Follower {
  session: Session;
  /** Keyed by binder id. Undefined until the first reply. */
  versions: Map<string, string> | undefined;
  categories: string;
}

/** A poll finds the changes that the bus does not announce: those of other processes, and new memberships. */
export function createUserFeed(
  env: Environment,
  withPermit: WithPermit,
  lists: FollowedLists,
  introduce: Introduce,
): UserFeed {
  return new EnvironmentFeed(env, withPermit, lists, introduce);
}

type WithPermit = <T>(work: () => Promise<T>) => Promise<T>;
type Introduce = (session: Session, binderIds: readonly string[]) => void;

class EnvironmentFeed implements UserFeed {
  readonly #env: Environment;
  readonly #withPermit: WithPermit;
  readonly #lists: FollowedLists;
  readonly #introduce: Introduce;
  readonly #followers = new Map<Session, Follower>();
  readonly #dirty: DirtyNames;
  readonly #unsubscribe: () => void;
  #polling: NodeJS.Timeout | undefined;
  #polledTo = 0;

  constructor(env: Environment, withPermit: WithPermit, lists: FollowedLists, introduce: Introduce) {
    this.#env = env;
    this.#withPermit = withPermit;
    this.#lists = lists;
    this.#introduce = introduce;
    this.#dirty = new DirtyNames(
      () => this.#flush(),
      (err) => env.log.warn({ err }, 'realtime: reading binder lists failed, retrying'),
    );
    this.#unsubscribe = env.bus.subscribeAll((topic) => {
      if (this.#followers.size === 0) return;
      const userId = userOfTopic(topic);
      if (userId !== undefined) this.#dirty.addUsers([userId]);
      else if (topic.startsWith('B')) this.#dirty.addBinder(topic);
    });
  }

  async add(session: Session, id: number | undefined): Promise<void> {
    this.#forget(session);
    const follower: Follower = { session, versions: undefined, categories: '' };
    this.#followers.set(session, follower);
    this.#polling ??= setInterval(() => this.#poll(), POLL_INTERVAL_MS).unref();
    const { userId } = session.actor;
    const [cards, categories] = await this.#withPermit(async () => {
      const read = await readCards(this.#env, [userId], null);
      return [read, (await findCategoriesOfUsers(this.#env.db, [userId])).get(userId) ?? []] as const;
    }).catch((error) => {
      if (this.#followers.get(session) === follower) this.#followers.delete(session);
      throw error;
    });
    if (this.#followers.get(session) !== follower) throw conflict('unsubscribed before the answer');
    const binders = cards.map(({ card }) => card);
    const answers = id === undefined ? {} : { id };
    session.socket.send(writeFrame({ type: 'binders', ...answers, binders, categories }));
    follower.categories = JSON.stringify(categories);
    follower.versions = new Map(
      cards.map(({ binderId, version }) => [this.#lists.add(binderId, session), version]),
    );
    this.#introduce(session, [...follower.versions.keys()]);
    // The next flush then finds changes that were made during the read.
    this.#dirty.addUsers([userId]);
  }

  remove(session: Session): void {
    this.#forget(session);
    if (this.#followers.size > 0) return;
    clearInterval(this.#polling);
    this.#polling = undefined;
    this.#dirty.clear();
  }

  end(): void {
    this.#unsubscribe();
    clearInterval(this.#polling);
    this.#dirty.end();
  }

  #forget(session: Session): void {
    const { versions } = this.#followers.get(session) ?? {};
    for (const binderId of versions?.keys() ?? []) this.#lists.remove(binderId, session);
    this.#followers.delete(session);
  }

  #poll(): void {
    const users = [...new Set([...this.#followers.keys()].map(({ actor }) => actor.userId))];
    if (this.#polledTo >= users.length) this.#polledTo = 0;
    const polled = users.slice(this.#polledTo, this.#polledTo + MAX_POLLED_USERS);
    this.#polledTo += MAX_POLLED_USERS;
    this.#dirty.addUsers(polled);
  }

  async #flush(): Promise<void> {
    const userIds = this.#dirty.takeUsers();
    if (userIds.length > 0) await this.#compare(userIds);
    const binderIds = this.#dirty.takeBinders();
    const concerned = [...this.#followers.values()].filter(({ versions }) =>
      binderIds.some((id) => versions?.has(id)),
    );
    if (concerned.length > 0) await this.#send(concerned, binderIds);
  }

  async #compare(userIds: readonly string[]): Promise<void> {
    const rows = await findBinderVersions(this.#env.db, userIds);
    const categories = await findCategoriesOfUsers(this.#env.db, userIds);
    const versionsOf = Map.groupBy(rows, ({ user_id }) => user_id);
    const requestedUsers = new Set(userIds);
    for (const follower of [...this.#followers.values()]) {
      const { userId } = follower.session.actor;
      if (!requestedUsers.has(userId) || follower.versions === undefined) continue;
      this.#sendCategories(follower, categories.get(userId) ?? []);
      const all = differences(follower.versions, versionsOf.get(userId) ?? []);
      for (let begin = 0; begin < all.length; begin += MAX_BINDERS)
        await this.#send([follower], all.slice(begin, begin + MAX_BINDERS));
    }
  }

  #sendCategories(follower: Follower, categories: Category[]): void {
    const text = JSON.stringify(categories);
    if (text === follower.categories || this.#followers.get(follower.session) !== follower) return;
    follower.categories = text;
    follower.session.socket.send(writeFrame({ type: 'categories', categories }));
  }

  async #send(to: readonly Follower[], binderIds: readonly string[]): Promise<void> {
    const userIds = [...new Set(to.map(({ session }) => session.actor.userId))];
    const cards = Map.groupBy(await readCards(this.#env, userIds, binderIds), ({ userId }) => userId);
    for (const { session, versions } of to) {
      if (versions === undefined || this.#followers.get(session)?.versions !== versions) continue;
      const own = cards.get(session.actor.userId) ?? [];
      for (const { binderId, version, card } of own) {
        if (versions.get(binderId) === version) continue;
        versions.set(this.#lists.add(binderId, session), version);
        session.socket.send(writeFrame({ type: 'binder_changed', card }));
      }
      const there = new Set(own.map(({ binderId }) => binderId));
      for (const binder_id of binderIds)
        if (!there.has(binder_id) && versions.delete(binder_id)) {
          this.#lists.remove(binder_id, session);
          session.socket.send(writeFrame({ type: 'binder_removed', binder_id }));
        }
    }
  }
}

function differences(
  versions: ReadonlyMap<string, string>,
  rows: Awaited<ReturnType<typeof findBinderVersions>>,
): string[] {
  const current = new Map(
    rows.map((row) => [
      row.binder_id,
      versionOf({
        seq: row.seq,
        readId: row.read_id,
        categoryId: row.category_id,
        isFavourite: row.is_favourite,
        isMuted: row.is_muted,
        archivedId: row.archived_id,
        invitationId: row.invitation_id,
        savedVersion: row.saved_version,
        knockVersion: row.knock_version,
      }),
    ]),
  );
  const changed = [...current].filter(([id, version]) => versions.get(id) !== version).map(([id]) => id);
  const removed = [...versions.keys()].filter((id) => !current.has(id));
  return [...changed, ...removed];
}

class DirtyNames {
  readonly #flush: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  readonly #users = new Set<string>();
  readonly #binders = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isFlushing = false;

  constructor(flush: () => Promise<void>, failed: (error: unknown) => void) {
    this.#flush = flush;
    this.#failed = failed;
  }

  addUsers(userIds: readonly string[]): void {
    for (const id of userIds) this.#users.add(id);
    this.#flushSoon();
  }

  addBinder(binderId: string): void {
    this.#binders.add(binderId);
    this.#flushSoon();
  }

  takeUsers(): string[] {
    return take(this.#users, MAX_POLLED_USERS);
  }

  takeBinders(): string[] {
    return take(this.#binders, MAX_BINDERS);
  }

  clear(): void {
    this.#users.clear();
    this.#binders.clear();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #flushSoon(): void {
    if (this.#timer || this.#isFlushing || this.#users.size + this.#binders.size === 0) return;
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      this.#isFlushing = true;
      try {
        await this.#flush();
      } catch (error) {
        this.#failed(error);
      }
      this.#isFlushing = false;
      this.#flushSoon();
    }, BATCHING_MS);
  }
}

function take(from: Set<string>, most: number): string[] {
  const batch = [...from].slice(0, most);
  for (const each of batch) from.delete(each);
  return batch;
}
