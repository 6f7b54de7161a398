import type { Realtime } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';

export function useBinders(channel: Realtime): readonly BinderCard[] {
  const [cards, setCards] = useState<readonly BinderCard[]>([]);
  useEffect(() => {
    const list = channel.binders();
    setCards(list.cards ?? []);
    const stop = list.onChange(setCards);
    return () => {
      stop();
      list.close();
    };
  }, [channel]);
  return cards;
}
