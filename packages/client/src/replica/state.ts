import type {
  File,
  Member,
  Message,
  Page,
  PageComment,
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
  /** The binder was deleted. */
  readonly isDeleted: boolean;
  /** Members, and behind them who is invited. */
  readonly members: readonly Member[];
  /** Oldest first, every one with an id of `messagesFrom` or above. */
  readonly messages: readonly Message[];
  /** 0 when all messages are held. */
  readonly messagesFrom: number;
  readonly pages: readonly Page[];
  /** Comments by the id of their page; pages without any are missing. */
  readonly pageComments: Readonly<Record<number, readonly PageComment[]>>;
  readonly transactions: readonly Transaction[];
  readonly todos: readonly Todo[];
  readonly files: readonly File[];
}

/** The state at the position of a snapshot. */
export function fromSnapshot(snapshot: Snapshot): BinderState {
  const { binder, members, pages, transactions, todos, files } = snapshot;
  const messages = snapshot.messages.toReversed();
  return {
    binder,
    isDeleted: false,
    members,
    messages,
    messagesFrom: snapshot.has_older_messages ? (messages[0]?.id ?? 0) : 0,
    pages,
    pageComments: Object.fromEntries(
      snapshot.page_comments.flatMap(({ page_id, comments }) =>
        comments.length === 0 ? [] : [[page_id, comments]],
      ),
    ),
    transactions,
    todos,
    files,
  };
}

/** The state without all but the newest `count` messages: what is worth keeping on a disk. */
export function keepNewestMessages(state: BinderState, count: number): BinderState {
  if (state.messages.length <= count) return state;
  const messages = state.messages.slice(-count);
  return { ...state, messages, messagesFrom: messages[0]?.id ?? state.messagesFrom };
}
