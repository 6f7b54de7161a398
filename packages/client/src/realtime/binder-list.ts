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
    case 'binders': {
      const held = new Map(cards?.map((card) => [card.binder.id, card]));
      return frame.binders.map((card) => keep(held.get(card.binder.id), card)).toSorted(byChange);
    }
    case 'binder_changed':
      return cards && withCard(cards, frame.card);
    case 'binder_removed':
      return cards?.filter(({ binder }) => binder.id !== frame.binder_id);
  }
}

/** Puts a card in its place: of ten thousand most stand where they stood. */
function withCard(cards: readonly BinderCard[], card: BinderCard): readonly BinderCard[] {
  const at = cards.findIndex(({ binder }) => binder.id === card.binder.id);
  const others = at < 0 ? cards : cards.toSpliced(at, 1);
  const next = others.findIndex((other) => byChange(card, other) < 0);
  return others.toSpliced(next < 0 ? others.length : next, 0, keep(cards[at], card));
}

function keep(held: BinderCard | undefined, card: BinderCard): BinderCard {
  return held && isEqual(held, card) ? held : card;
}

function byChange({ binder: one }: BinderCard, { binder: other }: BinderCard): number {
  return other.updated_time - one.updated_time || (one.id < other.id ? 1 : -1);
}
