import { computed, signal } from '@preact/signals';
import type { ConnectionState } from '@ringbinder/client';
import { address, keepInMemory } from '../address.ts';
import type { BinderHome } from '../app/binder.ts';
import { followActivity } from '../binder/ephemeral.ts';
import { readRoute } from '../router.ts';
import type { EmbedParts } from './module.ts';

/**
 * What the parts of the app work with, within a page of somebody else: the same, but nothing is kept in the browser,
 * addresses are in memory, and who is signed in is told by the page.
 * @param path what is shown first, as an address of the app
 */
export function createHome({ session, channel, user }: EmbedParts, path: string): BinderHome {
  const { boot: embed, client } = session;
  const { base, root, environment } = embed;
  keepInMemory(path);
  const connection = signal<ConnectionState>(channel.state);
  channel.onState((state) => {
    connection.value = state;
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) channel.reconnect();
  });
  const route = computed(() => readRoute(root, address.value.path));
  const activity = followActivity(channel, {
    me: user.id,
    followed: () => {
      const { value } = route;
      return value.page === 'binder' ? [value.binderId] : [];
    },
  });
  const boot = {
    page: 'app',
    base,
    root,
    environment,
    session_id: '',
    user,
    is_admin: false,
  } as const;
  return { boot, client, channel, connection, route, activity };
}
