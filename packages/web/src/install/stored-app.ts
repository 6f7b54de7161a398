import type { StoredList } from '../app/create.ts';
import { type AppBoot, type OfflineBoot, storageName } from '../boot.ts';
import { storedValue } from '../stored-value.ts';
import { type BrowserStore, browserStore } from './browser-store.ts';

/**
 * What the app needs to start without a connection: who used it last, and their list of binders. Binders and the outbox
 * are stored by the client. The page after signing out removes both by the person’s id in their names.
 */

/** Another version of the app may have stored another format, which is ignored. */
const FORMAT = 1;
/** More cards would take seconds on a slow device. */
const MAX_CARDS = 1_000;

type StoredBoot = Pick<AppBoot, 'session_id' | 'user' | 'is_admin'> & { format: typeof FORMAT };

const prefixOf = (root: string) => `ringbinder-app ${root} `;
const keysOf = (root: string) => Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(root)));

/** Stores who uses the app, in place of the person before. */
export function storeBoot({ root, session_id, user, is_admin }: AppBoot): void {
  removeBoot(root);
  storedValue(`${prefixOf(root)}${user.id}`).write({
    format: FORMAT,
    session_id,
    user,
    is_admin,
  } satisfies StoredBoot);
}

/** Without it, the app does not start without a connection. */
export function removeBoot(root: string): void {
  for (const key of keysOf(root)) localStorage.removeItem(key);
}

export function readBootOfLastUser(boot: OfflineBoot): AppBoot | undefined {
  const [key] = keysOf(boot.root);
  const stored = key === undefined ? undefined : (storedValue(key).read() as StoredBoot | undefined);
  if (stored?.format !== FORMAT) return undefined;
  const { session_id, user, is_admin } = stored;
  return { ...boot, page: 'app', session_id, user, is_admin };
}

const KEY = 'binders';
const storeOf = (boot: AppBoot): BrowserStore => browserStore(`${storageName(boot)}:${boot.user.id}:list`);

export async function storeList(boot: AppBoot, { cards, categories }: StoredList): Promise<void> {
  await storeOf(boot).write(KEY, { format: FORMAT, cards: cards.slice(0, MAX_CARDS), categories });
}

export async function readList(boot: AppBoot): Promise<StoredList | undefined> {
  const stored = (await storeOf(boot).read(KEY)) as (StoredList & { format: number }) | undefined;
  return stored?.format === FORMAT ? stored : undefined;
}
