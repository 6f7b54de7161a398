import type { Change, Message, RealtimeEntry, Todo } from '@ringbinder/protocol';
import { byDrawing, byId, byNewest, byPageNumber, byPin, byRank, byUpload } from './order.ts';
import { type Compare, isEqual, withItem, withoutItem } from './sorted-list.ts';
import type { BinderState, ReplicaLists } from './state.ts';

type ChangeOf<T extends Change['type']> = Extract<Change, { type: T }>;

/**
 * A change contains the current value, which may be newer than its log entry. Until the end of a batch, the
 * state may mix versions.
 */
export function foldEntries(state: BinderState, entries: readonly RealtimeEntry[]): BinderState {
  return entries.reduce(foldEntry, state);
}

function foldEntry(state: BinderState, entry: RealtimeEntry): BinderState {
  return countOn(entry.changes.reduce(foldChange, state), entry);
}

/** Needed because entries about messages contain no binder. */
function countOn(state: BinderState, { kind, at, seq }: RealtimeEntry): BinderState {
  if (seq <= state.binderSeq) return state;
  const added = kind === 'message_posted' ? 1 : kind === 'message_deleted' ? -1 : 0;
  const total_comments = state.binder.total_comments + added;
  return { ...state, binder: { ...state.binder, updated_time: at, total_comments } };
}

export function foldChange(state: BinderState, change: Change): BinderState {
  switch (change.type) {
    case 'binder':
      return foldBinder(state, change);
    case 'member':
      return replaced(state, 'members', foldMember(state, change));
    case 'invited':
      return replaced(state, 'members', foldInvited(state, change));
    case 'message':
      return replaced(
        replaced(state, 'messages', foldMessage(state, change)),
        'pinnedMessages',
        foldPinned(state, change),
      );
    case 'page':
      return foldPage(state, change);
    case 'annotation':
      return replaced(state, 'annotations', foldAnnotation(state.annotations, change));
    case 'page_comment':
      return replaced(state, 'pageComments', foldPageComment(state.pageComments, change));
    case 'todo_order':
      return replaced(state, 'todos', inOrder(state.todos, change.ids));
    case 'sections':
      return replaced(state, 'sections', change.value);
    default:
      return foldItem(state, change);
  }
}

/** Users sort to-dos manually, so to-dos keep their order. */
const orders: { [K in string]?: Compare<never> } = { todo: () => 0, file: byUpload, meet: byNewest };

type ListType = Exclude<
  { [T in Change['type']]: `${T}s` extends keyof ReplicaLists ? T : never }[Change['type']],
  'member'
>;

/** A newer server may send unknown types. */
function foldItem(state: BinderState, change: ChangeOf<ListType>): BinderState {
  const key = `${change.type}s` as const;
  const list: readonly { id: unknown }[] | undefined = state[key];
  return list ? replaced(state, key, withThing(list, change, orders[change.type]) as never) : state;
}

function replaced<K extends keyof BinderState>(
  state: BinderState,
  key: K,
  value: BinderState[K],
): BinderState {
  return state[key] === value ? state : { ...state, [key]: value };
}

function foldBinder(state: BinderState, { seq, value }: ChangeOf<'binder'>): BinderState {
  if (value === null) return replaced(state, 'isDeleted', true);
  const binder = isEqual(state.binder, value) ? state.binder : value;
  return replaced(replaced(state, 'binder', binder), 'binderSeq', Math.max(seq, state.binderSeq));
}

function foldMember({ members }: BinderState, { id, value }: ChangeOf<'member'>) {
  const isSame = ({ user }: { user: { id: string } }) => user.id === id;
  return value ? withItem(members, value, isSame, byRank) : withoutItem(members, isSame);
}

function foldInvited({ members }: BinderState, change: ChangeOf<'invited'>) {
  const { org_id, email, unique_id, value } = change;
  const isSame = ({ status, user }: BinderState['members'][number]) =>
    status === 'BOARD_INVITED' &&
    user.org_id === org_id &&
    user.unique_id === unique_id &&
    user.email?.toLowerCase() === email?.toLowerCase();
  return value ? withItem(members, value, isSame, byRank) : withoutItem(members, isSame);
}

function foldMessage({ messages, messagesFrom }: BinderState, { id, value }: ChangeOf<'message'>) {
  const isSame = (message: Message) => message.id === id;
  if (value === null) return withoutItem(messages, isSame);
  return id < messagesFrom ? messages : withItem(messages, value, isSame, byId);
}

function foldPinned({ pinnedMessages }: BinderState, { id, value }: ChangeOf<'message'>) {
  const isSame = (message: Message) => message.id === id;
  return value?.pinned ? withItem(pinnedMessages, value, isSame, byPin) : withoutItem(pinnedMessages, isSame);
}

function foldPage(state: BinderState, { id, value }: ChangeOf<'page'>): BinderState {
  const isSame = (page: { id: number }) => page.id === id;
  if (value) return replaced(state, 'pages', withItem(state.pages, value, isSame, byPageNumber));
  const bare = replaced(state, 'pages', withoutItem(state.pages, isSame));
  const undrawn = replaced(bare, 'annotations', withList(bare.annotations, id, []));
  return replaced(undrawn, 'pageComments', withList(undrawn.pageComments, id, []));
}

function foldAnnotation(annotations: BinderState['annotations'], change: ChangeOf<'annotation'>) {
  const { page_id, client_uuid, value } = change;
  const current = annotations[page_id] ?? NONE;
  const isSame = (annotation: { client_uuid: string }) => annotation.client_uuid === client_uuid;
  return withList(
    annotations,
    page_id,
    value ? withItem(current, value, isSame, byDrawing) : withoutItem(current, isSame),
  );
}

function foldPageComment(pageComments: BinderState['pageComments'], change: ChangeOf<'page_comment'>) {
  return withList(pageComments, change.page_id, withThing(pageComments[change.page_id] ?? NONE, change));
}

const NONE: readonly never[] = [];

function withList<T>(
  lists: Readonly<Record<number, readonly T[]>>,
  pageId: number,
  list: readonly T[],
): Readonly<Record<number, readonly T[]>> {
  if (list === (lists[pageId] ?? NONE)) return lists;
  const { [pageId]: current, ...others } = lists;
  if (list.length > 0) return { ...others, [pageId]: list };
  return current ? others : lists;
}

function withThing<T extends { id: unknown }>(
  list: readonly T[],
  { id, value }: { id: unknown; value: T | null },
  order: Compare<never> = byId,
): readonly T[] {
  const isSame = (thing: T) => thing.id === id;
  return value ? withItem(list, value, isSame, order as Compare<T>) : withoutItem(list, isSame);
}

function inOrder(todos: readonly Todo[], ids: readonly number[]): readonly Todo[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Todo) => places.get(id) ?? ids.length;
  const sorted = todos.toSorted((one, other) => placeOf(one) - placeOf(other));
  return sorted.every((todo, at) => todo === todos[at]) ? todos : sorted;
}
