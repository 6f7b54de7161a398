import { computed, signal } from '@preact/signals';
import { type ConnectionState, indexedDbStorage, realtime } from '@ringbinder/client';
import { address } from '../address.ts';
import type { AppBoot } from '../boot.ts';
import type { AppContext } from './context.ts';
import { readRoute } from './router.ts';
import { createSessionClient } from './session.ts';

/** Opens the realtime channel of the signed-in user, and keeps what the app draws in signals. */
export function createApp(boot: AppBoot): AppContext {
  const client = createSessionClient(boot);
  const channel = realtime(client, {
    userId: boot.user.id,
    storage: indexedDbStorage(`ringbinder-${boot.environment}`),
  });
  const connection = signal<ConnectionState>(channel.state);
  channel.onState((state) => {
    connection.value = state;
  });
  const list = channel.binders();
  const cards = signal(list.cards);
  list.onChange((changed) => {
    cards.value = changed;
  });
  const route = computed(() => readRoute(boot.root, address.value.path));
  return { boot, client, channel, connection, cards, route };
}
