import { type ReadonlySignal, signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Notification } from '@ringbinder/protocol';
import { refusalOf } from '../binder/refusal.ts';
import { toastError } from '../design/toast.tsx';
import { followCards, oneAtATime } from '../home/store.ts';
import type { AppContext } from '../timeline/context.ts';

/** Newest first. Reloads when the list of binders changes. */
export interface NotificationStore {
  items: ReadonlySignal<readonly Notification[] | undefined>;
  hasMore: ReadonlySignal<boolean>;
  unread: ReadonlySignal<number>;
  problem: ReadonlySignal<string | undefined>;
  /** Never rejects. */
  load(): Promise<void>;
  /** Shows failures. Never rejects. */
  more(): Promise<void>;
  /** Without `ids`, marks all up to the newest loaded one as read. Never rejects. */
  read(ids?: readonly string[]): Promise<void>;
}

const FIRST_ITEMS = 30;
const MAX_ITEMS = 1_000;

let store: NotificationStore | undefined;

export function notificationStore(app: AppContext): NotificationStore {
  store ??= createStore(app);
  return store;
}

function createStore({ client, cards, boot }: AppContext): NotificationStore {
  const items = signal<readonly Notification[] | undefined>(undefined);
  const hasMore = signal(false);
  const unread = signal(0);
  const problem = signal<string | undefined>(undefined);
  let limit = FIRST_ITEMS;
  const isUnreadMessages = ({ type, read_time, binder }: Notification) =>
    type === 'messages' &&
    read_time === undefined &&
    !cards.peek()?.some((card) => card.is_muted && card.binder.id === binder.id);

  const load = oneAtATime(async () => {
    try {
      const page = await unwrap(client.api.GET('/me/notifications', { params: { query: { limit } } }));
      items.value = page.notifications;
      unread.value = page.unread + page.notifications.slice(0, FIRST_ITEMS).filter(isUnreadMessages).length;
      hasMore.value = page.next_cursor !== undefined && limit < MAX_ITEMS;
      problem.value = undefined;
    } catch (error) {
      problem.value = refusalOf(error).message;
    }
  });

  followCards(cards, boot.user.id, load);
  return {
    items,
    hasMore,
    problem,
    unread,
    load,
    async more() {
      limit = Math.min(limit * 2, MAX_ITEMS);
      await load();
      if (problem.value !== undefined) toastError(problem.value);
    },
    async read(ids) {
      const [newest] = items.value ?? [];
      if (!newest) return;
      const body = ids ? { ids: [...ids] } : { up_to: newest.time };
      try {
        await unwrap(client.api.POST('/me/notifications/read', { body }));
      } catch (error) {
        toastError(refusalOf(error).message);
      }
      await load();
    },
  };
}
