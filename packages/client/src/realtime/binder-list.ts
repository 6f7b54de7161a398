import type { BinderCard, Category, ServerFrame } from '@ringbinder/protocol';
import { createListeners, type Listener, type ReportError } from '../listeners.ts';
import { isEqual } from '../replica/sorted-list.ts';
import { createRetry, type RefusedFrame } from './refusal.ts';

/** The most recently changed binder is first. */
export interface BinderList {
  /** Undefined until loaded. */
  readonly cards: readonly BinderCard[] | undefined;
  readonly categories: readonly Category[] | undefined;
  onChange(listener: Listener<readonly BinderCard[]>): () => void;
  close(): void;
}

export type ListFrame = Extract<
  ServerFrame,
  { type: 'binders' | 'binder_changed' | 'binder_removed' | 'categories' }
>;

export interface BinderLists {
  open(): BinderList;
  receive(frame: ListFrame): void;
  refuse(frame: RefusedFrame): void;
  connected(): void;
  close(): void;
}

export interface BinderListsOptions {
  report: ReportError;
  random: () => number;
  request(): void;
}

export function createBinderLists({ report, random, request }: BinderListsOptions): BinderLists {
  const listeners = createListeners<readonly BinderCard[]>(report);
  let cards: BinderList['cards'];
  let categories: BinderList['categories'];
  let opened = 0;
  const retry = createRetry(requestWhenOpen, random);

  function requestWhenOpen(): void {
    retry.stop();
    if (opened > 0) request();
  }

  return {
    connected: requestWhenOpen,
    close: retry.stop,
    refuse: retry.refuse,
    receive(frame) {
      if (frame.type === 'binders') retry.reset();
      if ('categories' in frame && !isEqual(categories, frame.categories)) categories = frame.categories;
      cards = foldCards(cards, frame);
      if (cards) listeners.emit(cards);
    },
    open() {
      if (opened++ === 0) requestWhenOpen();
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

/** Unchanged cards keep their object identity. */
function foldCards(
  cards: readonly BinderCard[] | undefined,
  frame: ListFrame,
): readonly BinderCard[] | undefined {
  switch (frame.type) {
    case 'binders': {
      const byId = new Map(cards?.map((card) => [card.binder.id, card]));
      return frame.binders.map((card) => reuseUnchanged(byId.get(card.binder.id), card)).toSorted(byChange);
    }
    case 'binder_changed':
      return cards && withCard(cards, frame.card);
    case 'binder_removed':
      return cards?.filter(({ binder }) => binder.id !== frame.binder_id);
    case 'categories':
      return cards;
  }
}

function withCard(cards: readonly BinderCard[], card: BinderCard): readonly BinderCard[] {
  const at = cards.findIndex(({ binder }) => binder.id === card.binder.id);
  const others = at < 0 ? cards : cards.toSpliced(at, 1);
  const next = others.findIndex((other) => byChange(card, other) < 0);
  return others.toSpliced(next < 0 ? others.length : next, 0, reuseUnchanged(cards[at], card));
}

function reuseUnchanged(previous: BinderCard | undefined, card: BinderCard): BinderCard {
  return previous && isEqual(previous, card) ? previous : card;
}

function byChange({ binder: one }: BinderCard, { binder: other }: BinderCard): number {
  return other.updated_time - one.updated_time || (one.id < other.id ? 1 : -1);
}
