import type {
  Annotation,
  File,
  Meet,
  Member,
  Message,
  Page,
  PageComment,
  PageWithoutAnnotations,
  SharedBinder,
  Snapshot,
  Todo,
  Transaction,
} from '@ringbinder/protocol';

/**
 * A binder as a replica holds it. It is never changed in place: what an entry did not change keeps its reference, so that
 * a view can compare by identity. All lists are in the order in which REST gives them, but messages, which are oldest first.
 */
export interface BinderState {
  readonly binder: SharedBinder;
  /** What entries up to here changed of the binder is in it already. */
  readonly binderSeq: number;
  /** The binder was deleted. */
  readonly isDeleted: boolean;
  /** Members, and behind them who is invited. */
  readonly members: readonly Member[];
  /** Oldest first, every one with an id of `messagesFrom` or above. */
  readonly messages: readonly Message[];
  /** 0 when all messages are held. */
  readonly messagesFrom: number;
  /** All that are pinned, the last pinned first, also those with an id below `messagesFrom`. */
  readonly pinnedMessages: readonly Message[];
  readonly pages: readonly PageWithoutAnnotations[];
  /** What was drawn, by the id of the page; pages without any are missing. An annotation may be told of before its page. */
  readonly annotations: Readonly<Record<number, readonly Annotation[]>>;
  /** Comments by the id of their page; pages without any are missing. */
  readonly pageComments: Readonly<Record<number, readonly PageComment[]>>;
  readonly transactions: readonly Transaction[];
  readonly todos: readonly Todo[];
  readonly files: readonly File[];
  /** The newest first. */
  readonly meets: readonly Meet[];
}

/** The state at the position of a snapshot. */
export function fromSnapshot(snapshot: Snapshot): BinderState {
  const { binder, members, transactions, todos, files, meets } = snapshot;
  const messages = snapshot.messages.toReversed();
  return {
    binder,
    binderSeq: 0,
    isDeleted: false,
    members,
    messages,
    messagesFrom: snapshot.has_older_messages ? (messages[0]?.id ?? 0) : 0,
    pinnedMessages: snapshot.pinned_messages,
    ...splitPages(snapshot.pages),
    pageComments: byPage(snapshot.page_comments.map(({ page_id, comments }) => [page_id, comments])),
    transactions,
    todos,
    files,
    meets,
  };
}

/** Pages, and what was drawn on them beside them. */
export function splitPages(pages: readonly Page[]): Pick<BinderState, 'pages' | 'annotations'> {
  return {
    pages: pages.map(({ svg_tags: _, ...page }) => page),
    annotations: byPage(pages.map(({ id, svg_tags }) => [id, svg_tags])),
  };
}

/** Lists by page, without those that are empty. */
export function byPage<T>(lists: readonly (readonly [number, readonly T[]])[]): Record<number, readonly T[]> {
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

/** The state without all but the newest `count` messages: what is worth keeping on a disk. */
export function keepNewestMessages(state: BinderState, count: number): BinderState {
  if (state.messages.length <= count) return state;
  const messages = state.messages.slice(-count);
  return { ...state, messages, messagesFrom: messages[0]?.id ?? state.messagesFrom };
}
