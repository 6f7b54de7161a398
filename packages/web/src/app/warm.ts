import { effect, type ReadonlySignal } from '@preact/signals';
import type { Realtime, Replica } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';

/** So many of the binders that changed last are held as replicas: they open at once, and tell who writes and who is here. */
const MAX_WARM = 12;
/** Keeps the binders that changed last at hand. Gives those that are followed so. */
export function keepWarm(
  channel: Realtime,
  cards: ReadonlySignal<readonly BinderCard[] | undefined>,
): () => readonly string[] {
  const warm = new Map<string, Replica>();
  effect(() => {
    const wanted = new Set(cards.value?.slice(0, MAX_WARM).map(({ binder }) => binder.id));
    for (const [id, replica] of warm) {
      if (wanted.has(id)) continue;
      replica.close();
      warm.delete(id);
    }
    for (const id of wanted) if (!warm.has(id)) warm.set(id, channel.subscribe(id));
  });
  return () => [...warm.keys()];
}
