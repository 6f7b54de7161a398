import { computed, signal } from '@preact/signals';
import { type ConnectionState, indexedDbStorage, realtime } from '@ringbinder/client';
import { address } from '../address.ts';
import { type AppBoot, storageName } from '../boot.ts';
import { createCategories } from '../timeline/categories.ts';
import { forgetPreferences } from '../timeline/preferences.ts';
import type { AppContext } from './context.ts';
import { followActivity } from './ephemeral.ts';
import { readRoute } from './router.ts';
import { createSessionClient } from './session.ts';
import { keepWarm } from './warm.ts';

/** Opens the realtime channel of the signed-in user, and keeps what the app draws in signals. */
export function createApp(boot: AppBoot): AppContext {
  const client = createSessionClient(boot);
  const name = storageName(boot);
  const channel = realtime(client, {
    userId: boot.user.id,
    storage: indexedDbStorage(name),
    tabs: name,
  });
  let isSigningOut = false;
  const connection = signal<ConnectionState>(channel.state);
  channel.onState((state) => {
    connection.value = state;
    // Somebody signed out in another tab.
    if (state.status !== 'closed' || isSigningOut) return;
    sessionStorage.clear();
    location.assign(`${boot.root}/sign-in`);
  });
  // A tab in the background may wait long for the next attempt: browsers slow its timers down.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) channel.reconnect();
  });
  const list = channel.binders();
  const cards = signal(list.cards);
  const categories = createCategories(client);
  list.onChange((changed) => {
    cards.value = changed;
    if (list.categories) categories.receive(list.categories);
  });
  const route = computed(() => readRoute(boot.root, address.value.path));
  const openIds = computed(() => (route.value.page === 'binder' ? [route.value.binderId] : []));
  const warm = keepWarm(channel, cards);
  const activity = followActivity(channel, {
    me: boot.user.id,
    followed: () => [...new Set([...openIds.peek(), ...warm()])],
  });

  async function signOut(): Promise<void> {
    isSigningOut = true;
    const form = document.querySelector<HTMLFormElement>('#sign-out');
    // The session ends first: the other tabs go to the sign-in page, which leads back those who are signed in.
    const isEnded = form !== null && (await endSession(form));
    await channel.signOut().catch(() => undefined);
    await import('../clip/folder.ts').then(
      ({ removeRecordings }) => removeRecordings(boot.user.id),
      () => undefined,
    );
    forgetPreferences();
    sessionStorage.clear();
    if (isEnded) location.assign(`${boot.root}/sign-in`);
    else form?.submit();
  }

  return { boot, client, channel, connection, cards, categories, activity, route, signOut };
}

async function endSession(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return fetch(form.action, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );
}
