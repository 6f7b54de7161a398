import type {
  Annotation,
  Message,
  Page,
  PageComment,
  PageWithoutAnnotations,
  SharedBinder,
  Snapshot,
} from '@ringbinder/protocol';

export const REPLICA_LISTS = ['members', 'sections', 'transactions', 'todos', 'files', 'meets'] as const;
export type ReplicaLists = { readonly [K in (typeof REPLICA_LISTS)[number]]: readonly Snapshot[K][number][] };

/**
 * Unchanged parts keep their object identity. All lists except `messages` are in the order of the REST API.
 */
export interface BinderState extends ReplicaLists {
  readonly binder: SharedBinder;
  /** `binder` includes all entries up to this `seq`. */
  readonly binderSeq: number;
  readonly isDeleted: boolean;
  /** Oldest first. Ids are at least `messagesFrom`. */
  readonly messages: readonly Message[];
  /** 0 if all messages are loaded. */
  readonly messagesFrom: number;
  /** Most recently pinned first. Includes messages older than `messagesFrom`. */
  readonly pinnedMessages: readonly Message[];
  readonly pages: readonly PageWithoutAnnotations[];
  /** Keyed by page id, without empty lists. Annotations may arrive before their page. */
  readonly annotations: Readonly<Record<number, readonly Annotation[]>>;
  readonly pageComments: Readonly<Record<number, readonly PageComment[]>>;
}

export function fromSnapshot(snapshot: Snapshot): BinderState {
  const messages = snapshot.messages.toReversed();
  return {
    binder: snapshot.binder,
    binderSeq: 0,
    isDeleted: false,
    messages,
    messagesFrom: snapshot.has_older_messages ? (messages[0]?.id ?? 0) : 0,
    pinnedMessages: snapshot.pinned_messages,
    ...splitPages(snapshot.pages),
    pageComments: byPage(snapshot.page_comments.map(({ page_id, comments }) => [page_id, comments])),
    // Earlier servers omit some lists.
    ...(Object.fromEntries(
      REPLICA_LISTS.map((name) => [name, snapshot[name] ?? []]),
    ) as unknown as ReplicaLists),
  };
}

/** Earlier releases stored the state without some lists. */
export function lacksLists(state: Partial<BinderState>): boolean {
  return REPLICA_LISTS.some((name) => state[name] === undefined);
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
