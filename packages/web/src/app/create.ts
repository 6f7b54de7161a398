import { computed, signal } from '@preact/signals';
import {
  type AccessToken,
  type ConnectionState,
  createClient,
  errorOf,
  indexedDbStorage,
  type RingbinderClient,
  realtime,
  tokenSource,
} from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { address } from '../address.ts';
import { followActivity } from '../binder/ephemeral.ts';
import { type AppBoot, storageName } from '../boot.ts';
import { learnPictures } from '../design/avatar.tsx';
import type { StoredList } from '../install/stored-app.ts';
import { readRoute } from '../router.ts';
import { createCategories } from '../timeline/categories.ts';
import type { AppContext } from '../timeline/context.ts';

export function createApp(boot: AppBoot, stored?: StoredList): AppContext {
  learnPictures([boot.user]);
  const client = createSessionClient(boot);
  const name = storageName(boot);
  const channel = realtime(client, {
    userId: boot.user.id,
    storage: indexedDbStorage(name),
    tabs: name,
  });
  const connection = signal<ConnectionState>(channel.state);
  channel.onState((state) => {
    connection.value = state;
  });
  // Reconnect at once, because browsers delay retries in background tabs.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) channel.reconnect();
  });
  const list = channel.binders();
  const listed = signal(list.cards ?? stored?.cards);
  const newestInView = signal<string | undefined>(undefined);
  const cards = computed(() => readWhileInView(listed.value, newestInView.value));
  const categories = createCategories();
  if (stored) categories.receive(stored.categories);
  list.onChange((changed) => {
    listed.value = changed;
    if (list.categories) categories.receive(list.categories);
  });
  const route = computed(() => readRoute(boot.root, address.value.path));
  const openIds = computed(() => (route.value.page === 'binder' ? [route.value.binderId] : []));
  const warm: NonNullable<AppContext['warm']> = { ids: () => [] };
  const activity = followActivity(channel, {
    me: boot.user.id,
    followed: () => [...new Set([...openIds.peek(), ...warm.ids()])],
  });

  const signOut = () => {
    const form = document.querySelector<HTMLFormElement>('#sign-out');
    if (form && connection.peek().status === 'online') form.submit();
    // Offline, submitting the form would show the browser's error page.
    else void import('../install/sign-out.ts').then((module) => module.signOut(boot, channel));
  };

  return {
    boot,
    client,
    channel,
    connection,
    cards,
    newestInView,
    categories,
    activity,
    route,
    warm,
    isOwnPage: true,
    signOut,
  };
}

/** Without this, the unread count of the binder in view would flash, because read marks are delayed. */
function readWhileInView(
  cards: readonly BinderCard[] | undefined,
  binderId: string | undefined,
): readonly BinderCard[] | undefined {
  if (!cards || binderId === undefined || document.hidden || !document.hasFocus()) return cards;
  const at = cards.findIndex(({ binder, unread }) => binder.id === binderId && unread > 0);
  const card = cards[at];
  return card ? cards.with(at, { ...card, unread: 0, mentions: 0 }) : cards;
}

interface SessionToken {
  user_id: string;
  access_token: string;
  expires_in: number;
}

function createSessionClient({ base, user }: Pick<AppBoot, 'base' | 'user'>): RingbinderClient {
  const baseUrl = `${location.origin}${base}/`;
  return createClient({ baseUrl, token: tokenSource(() => fetchToken(baseUrl, user.id)) });
}

/** Throws for another user's session, because the client would send this user's messages as that user. */
async function fetchToken(baseUrl: string, userId: string): Promise<AccessToken> {
  const requestedAt = Date.now();
  const response = await fetch(`${baseUrl}session-token`, { method: 'POST' }).catch(() => undefined);
  const body = (await response?.json().catch(() => undefined)) as { data: SessionToken } | undefined;
  if (!response?.ok || !body) throw errorOf(response?.status ?? 0, body);
  const { access_token: accessToken, expires_in, user_id } = body.data;
  if (user_id !== userId) throw errorOf(401, body);
  return { accessToken, expiresAt: requestedAt + expires_in * 1000, scope: '' };
}
