import type { BinderCard, Category, ServerFrame } from '@ringbinder/protocol';
import { createListeners, type Listener, type ReportError } from '../listeners.ts';
import { isEqual } from '../replica/sorted-list.ts';
import { createRetry, type RefusedFrame } from './refusal.ts';

/** The binders of the caller, the last changed first. */
export interface BinderList {
  /** Undefined until they are known. */
  readonly cards: readonly BinderCard[] | undefined;
  /** The categories of the caller, by name. Undefined until they are known. */
  readonly categories: readonly Category[] | undefined;
  /** Calls a function after each change, of cards or categories; gives the function that ends it. */
  onChange(listener: Listener<readonly BinderCard[]>): () => void;
  close(): void;
}

/** What is told of all the binders of the caller. */
export type ListFrame = Extract<
  ServerFrame,
  { type: 'binders' | 'binder_changed' | 'binder_removed' | 'categories' }
>;

/** The list of the caller's binders, which several may look at. */
export interface BinderLists {
  open(): BinderList;
  receive(frame: ListFrame): void;
  /** The question for it was refused: it is asked again in a while, where that may help. */
  refuse(frame: RefusedFrame): void;
  /** There is a connection again. */
  connected(): void;
  close(): void;
}

/** What the list works with. */
export interface BinderListsOptions {
  report: ReportError;
  random: () => number;
  /** Asks the server for it, when there is a connection. */
  ask(): void;
}

/** Makes the list. */
export function createBinderLists({ report, random, ask }: BinderListsOptions): BinderLists {
  const listeners = createListeners<readonly BinderCard[]>(report);
  let cards: BinderList['cards'];
  let categories: BinderList['categories'];
  let opened = 0;
  const retry = createRetry(askWhenOpen, random);

  function askWhenOpen(): void {
    retry.stop();
    if (opened > 0) ask();
  }

  return {
    connected: askWhenOpen,
    close: retry.stop,
    refuse: retry.refuse,
    receive(frame) {
      if (frame.type === 'binders') retry.reset();
      if ('categories' in frame && !isEqual(categories, frame.categories)) categories = frame.categories;
      cards = foldCards(cards, frame);
      if (cards) listeners.tell(cards);
    },
    open() {
      if (opened++ === 0) askWhenOpen();
      const removals = new Set<() => void>();
      let isClosed = false;
      return {
        get cards() {
          return cards;
        },
        get categories() {
          return categories;
        },
        onChange(listener) {
          if (isClosed) return () => undefined;
          const remove = listeners.add(listener);
          removals.add(remove);
          return remove;
        },
        close() {
          if (isClosed) return;
          isClosed = true;
          opened--;
          for (const remove of removals) remove();
        },
      };
    },
  };
}

/** The list after a frame. Cards that did not change keep their references. */
function foldCards(
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
    case 'categories':
      return cards;
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
