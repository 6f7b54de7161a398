import { computed, signal } from '@preact/signals';
import type { ConnectionState } from '@ringbinder/client';
import { address, keepInMemory } from '../address.ts';
import type { BinderHome } from '../app/binder.ts';
import { followActivity } from '../binder/ephemeral.ts';
import { arriveHere, readRoute } from '../router.ts';
import type { EmbedParts } from './module.ts';

/** Uses no browser storage, and keeps addresses in memory. */
export function createHome({ session, channel, user }: EmbedParts, path: string): BinderHome {
  const { boot: embed, client } = session;
  const { base, root, environment } = embed;
  keepInMemory(path);
  // A module that starts must not take the focus from the host page.
  arriveHere();
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
