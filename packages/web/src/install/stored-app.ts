import type { BinderCard, Category } from '@ringbinder/protocol';
import type { AppBoot, OfflineBoot } from '../boot.ts';
import { appStore, storedUserId } from './app-store.ts';

const FORMAT = 1;
/** Storing more cards would take seconds on a slow device. */
const MAX_CARDS = 1_000;
/** The maximum age of a session. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** `storedAt` is in milliseconds since 1970. */
type StoredUser = Pick<AppBoot, 'session_id' | 'user' | 'is_admin'> & {
  format: typeof FORMAT;
  storedAt: number;
};

export interface StoredList {
  cards: readonly BinderCard[];
  categories: readonly Category[];
}

interface ListOfUser extends StoredList {
  format: typeof FORMAT;
  userId: string;
}

export async function storeUser({ root, session_id, user, is_admin }: AppBoot): Promise<void> {
  const stored: StoredUser = { format: FORMAT, session_id, user, is_admin, storedAt: Date.now() };
  await appStore(root).write('user', stored);
}

export async function removeUser({ root, user }: AppBoot): Promise<void> {
  if ((await storedUserId(root)) === user.id) await appStore(root).write('user', undefined);
}

export async function readUser(boot: OfflineBoot): Promise<AppBoot | undefined> {
  const stored = (await appStore(boot.root).read('user')) as StoredUser | undefined;
  if (stored?.format !== FORMAT || stored.storedAt < Date.now() - MAX_AGE_MS) return undefined;
  const { session_id, user, is_admin } = stored;
  return { ...boot, page: 'app', session_id, user, is_admin };
}

export async function storeList({ root, user }: AppBoot, list: StoredList): Promise<void> {
  const cards = list.cards.slice(0, MAX_CARDS);
  const { categories } = list;
  await appStore(root).write('list', {
    format: FORMAT,
    userId: user.id,
    cards,
    categories,
  } satisfies ListOfUser);
}

/** Callers must compare `userId` with the current user's id. */
export async function readList(root: string): Promise<ListOfUser | undefined> {
  const stored = (await appStore(root).read('list')) as ListOfUser | undefined;
  return stored?.format === FORMAT ? stored : undefined;
}
