import type { BinderCard, ServerFrame } from '@ringbinder/protocol';
import { isEqual } from '../replica/sorted-list.ts';
import type { Listener } from './listeners.ts';

/** The binders of the caller, the last changed first. */
export interface BinderList {
  /** Undefined until they are known. */
  readonly cards: readonly BinderCard[] | undefined;
  /** Calls a function after each change; gives the function that ends it. */
  onChange(listener: Listener<readonly BinderCard[]>): () => void;
  close(): void;
}

/** What is told of all the binders of the caller. */
export type ListFrame = Extract<ServerFrame, { type: 'binders' | 'binder_changed' | 'binder_removed' }>;

/** The list after a frame. Cards that did not change keep their references. */
export function foldCards(
  cards: readonly BinderCard[] | undefined,
  frame: ListFrame,
): readonly BinderCard[] | undefined {
  switch (frame.type) {
    case 'binders':
      return frame.binders.map((card) => keep(cards, card)).toSorted(byChange);
    case 'binder_changed': {
      const others = cards?.filter(({ binder }) => binder.id !== frame.card.binder.id);
      return others && [...others, keep(cards, frame.card)].toSorted(byChange);
    }
    case 'binder_removed':
      return cards?.filter(({ binder }) => binder.id !== frame.binder_id);
  }
}

function keep(cards: readonly BinderCard[] | undefined, card: BinderCard): BinderCard {
  const held = cards?.find(({ binder }) => binder.id === card.binder.id);
  return held && isEqual(held, card) ? held : card;
}

function byChange({ binder: one }: BinderCard, { binder: other }: BinderCard): number {
  return other.updated_time - one.updated_time || (one.id < other.id ? 1 : -1);
}
