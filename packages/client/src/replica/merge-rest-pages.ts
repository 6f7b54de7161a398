import type { Change, Message, Page, PageComment, RealtimeEntry } from '@ringbinder/protocol';
import { foldChange } from './fold.ts';
import { byId } from './order.ts';
import { withItem } from './sorted-list.ts';
import { type BinderState, byPage, type ReplicaLists, splitPages } from './state.ts';

export interface Listed extends Partial<ReplicaLists> {
  pages?: readonly Page[];
  pageComments?: readonly { page_id: number; comments: readonly PageComment[] }[];
}

/** `older` is newest first. `since` arrived during the request. */
export function withOlderMessages(
  state: BinderState,
  older: { messages: readonly Message[]; hasOlder: boolean },
  since: readonly RealtimeEntry[],
): BinderState {
  const messagesFrom = older.hasOlder ? (older.messages.at(-1)?.id ?? state.messagesFrom) : 0;
  // A concurrent request may have added some of these messages.
  const messages = older.messages.reduce<readonly Message[]>(
    (list, message) =>
      message.id < state.messagesFrom
        ? withItem(list, message, (other) => other.id === message.id, byId)
        : list,
    [],
  );
  const joined: BinderState = {
    ...state,
    messages: [...messages, ...state.messages],
    messagesFrom: Math.min(messagesFrom, state.messagesFrom),
  };
  return changesOf(since, ({ type }) => type === 'message').reduce(foldChange, joined);
}

export function withListed(
  state: BinderState,
  { pages, pageComments, ...lists }: Listed,
  since: readonly RealtimeEntry[],
): BinderState {
  return changesOf(since, ({ type }) => type !== 'binder').reduce(foldChange, {
    ...state,
    ...lists,
    ...(pages && splitPages(pages)),
    ...(pageComments && {
      pageComments: byPage(pageComments.map(({ page_id, comments }) => [page_id, comments])),
    }),
  });
}

function changesOf(entries: readonly RealtimeEntry[], isMeant: (change: Change) => boolean): Change[] {
  return entries.flatMap(({ changes }) => changes.filter(isMeant));
}
