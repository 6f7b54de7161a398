import type {
  Annotation,
  File,
  Meet,
  Member,
  Message,
  Page,
  PageComment,
  PageWithoutAnnotations,
  Section,
  SharedBinder,
  Snapshot,
  Todo,
  Transaction,
} from '@ringbinder/protocol';

/** Unchanged parts keep their identity. Lists are in REST order, except messages. */
export interface BinderState {
  readonly binder: SharedBinder;
  /** `binder` includes all entries up to this `seq`. */
  readonly binderSeq: number;
  readonly isDeleted: boolean;
  /** Members, followed by invitations. */
  readonly members: readonly Member[];
  /** Messages with ids from `messagesFrom`, oldest first. */
  readonly messages: readonly Message[];
  /** 0 if all messages are loaded. */
  readonly messagesFrom: number;
  /** Most recently pinned first. Includes messages older than `messagesFrom`. */
  readonly pinnedMessages: readonly Message[];
  readonly pages: readonly PageWithoutAnnotations[];
  readonly sections: readonly Section[];
  /** By page id, without empty lists. Annotations may arrive before their page. */
  readonly annotations: Readonly<Record<number, readonly Annotation[]>>;
  /** By page id. */
  readonly pageComments: Readonly<Record<number, readonly PageComment[]>>;
  readonly transactions: readonly Transaction[];
  readonly todos: readonly Todo[];
  readonly files: readonly File[];
  readonly meets: readonly Meet[];
}

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
    // Earlier servers send no sections.
    sections: snapshot.sections ?? [],
    pageComments: byPage(snapshot.page_comments.map(({ page_id, comments }) => [page_id, comments])),
    transactions,
    todos,
    files,
    meets,
  };
}

export function splitPages(pages: readonly Page[]): Pick<BinderState, 'pages' | 'annotations'> {
  return {
    pages: pages.map(({ svg_tags: _, ...page }) => page),
    annotations: byPage(pages.map(({ id, svg_tags }) => [id, svg_tags])),
  };
}

export function byPage<T>(lists: readonly (readonly [number, readonly T[]])[]): Record<number, readonly T[]> {
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

export function keepNewestMessages(state: BinderState, count: number): BinderState {
  if (state.messages.length <= count) return state;
  const messages = state.messages.slice(-count);
  return { ...state, messages, messagesFrom: messages[0]?.id ?? state.messagesFrom };
}
