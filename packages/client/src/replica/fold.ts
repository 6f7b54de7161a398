import type { Change, Message, Page, RealtimeEntry, SharedBinder, Todo } from '@ringbinder/protocol';
import { byDrawing, byId, byPageNumber, byRank, byUpload } from './order.ts';
import { isEqual, withItem, withoutItem } from './sorted-list.ts';
import type { BinderState } from './state.ts';

type ChangeOf<T extends Change['type']> = Extract<Change, { type: T }>;

/**
 * The state after entries that follow it, in their order. An entry may carry values that are newer than itself; behind the
 * last of the entries that were read together the state is what REST answers.
 */
export function foldEntries(state: BinderState, entries: readonly RealtimeEntry[]): BinderState {
  return entries.reduce(foldEntry, state);
}

function foldEntry(state: BinderState, entry: RealtimeEntry): BinderState {
  const changed = entry.changes.reduce(foldChange, state);
  if (entry.changes.some(({ type }) => type === 'binder')) return changed;
  return { ...changed, binder: countOn(changed.binder, entry) };
}

/** Messages are too many to send the binder along with each: what it tells of them is counted on. */
function countOn(binder: SharedBinder, { kind, at }: RealtimeEntry): SharedBinder {
  const added = kind === 'message_posted' ? 1 : kind === 'message_deleted' ? -1 : 0;
  return { ...binder, updated_time: at, total_comments: binder.total_comments + added };
}

/** The state after one thing of the binder has become another, has come or has gone. */
export function foldChange(state: BinderState, change: Change): BinderState {
  switch (change.type) {
    case 'binder':
      return foldBinder(state, change);
    case 'member':
      return replaced(state, 'members', foldMember(state, change));
    case 'invited':
      return replaced(state, 'members', foldInvited(state, change));
    case 'message':
      return replaced(state, 'messages', foldMessage(state, change));
    case 'file': {
      const isSame = ({ id }: { id: string }) => id === change.id;
      const { files } = state;
      const { value } = change;
      return replaced(
        state,
        'files',
        value ? withItem(files, value, isSame, byUpload) : withoutItem(files, isSame),
      );
    }
    case 'page':
      return foldPage(state, change);
    case 'annotation':
      return foldAnnotation(state, change);
    case 'page_comment':
      return foldPageComment(state, change);
    case 'transaction':
      return replaced(state, 'transactions', withThing(state.transactions, change));
    case 'todo':
      return replaced(state, 'todos', foldTodo(state.todos, change));
    case 'todo_order':
      return replaced(state, 'todos', inOrder(state.todos, change.ids));
    default:
      // A newer server may tell of things that this version does not know.
      change satisfies never;
      return state;
  }
}

function replaced<K extends keyof BinderState>(
  state: BinderState,
  key: K,
  value: BinderState[K],
): BinderState {
  return state[key] === value ? state : { ...state, [key]: value };
}

function foldBinder(state: BinderState, { value }: ChangeOf<'binder'>): BinderState {
  if (value === null) return replaced(state, 'isDeleted', true);
  return isEqual(state.binder, value) ? state : { ...state, binder: value };
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

/** Messages before those that are held are left to be read when somebody looks at them. */
function foldMessage({ messages, messagesFrom }: BinderState, { id, value }: ChangeOf<'message'>) {
  const isSame = (message: Message) => message.id === id;
  if (value === null) return withoutItem(messages, isSame);
  return id < messagesFrom ? messages : withItem(messages, value, isSame, byId);
}

function foldPage(state: BinderState, { id, value }: ChangeOf<'page'>): BinderState {
  const isSame = (page: Page) => page.id === id;
  if (value === null) {
    const { [id]: gone, ...pageComments } = state.pageComments;
    const pages = replaced(state, 'pages', withoutItem(state.pages, isSame));
    return gone ? { ...pages, pageComments } : pages;
  }
  const svg_tags = state.pages.find(isSame)?.svg_tags ?? [];
  return replaced(
    state,
    'pages',
    withItem(state.pages, { ...value, svg_tags } as Page, isSame, byPageNumber),
  );
}

function foldAnnotation(state: BinderState, change: ChangeOf<'annotation'>): BinderState {
  const { page_id, client_uuid, value } = change;
  const at = state.pages.findIndex(({ id }) => id === page_id);
  const page = state.pages[at];
  if (!page) return state;
  const isSame = (annotation: { client_uuid: string }) => annotation.client_uuid === client_uuid;
  const svg_tags = value
    ? withItem(page.svg_tags, value, isSame, byDrawing)
    : withoutItem(page.svg_tags, isSame);
  if (svg_tags === page.svg_tags) return state;
  return { ...state, pages: state.pages.with(at, { ...page, svg_tags } as Page) };
}

function foldPageComment(state: BinderState, change: ChangeOf<'page_comment'>): BinderState {
  const held = state.pageComments[change.page_id] ?? [];
  const comments = withThing(held, change);
  if (comments === held) return state;
  const { [change.page_id]: _, ...others } = state.pageComments;
  if (comments.length === 0) return { ...state, pageComments: others };
  return { ...state, pageComments: { ...others, [change.page_id]: comments } };
}

function withThing<T extends { id: number }>(
  list: readonly T[],
  { id, value }: { id: number; value: T | null },
): readonly T[] {
  const isSame = (thing: T) => thing.id === id;
  return value ? withItem(list, value, isSame, byId) : withoutItem(list, isSame);
}

/** To-dos are in an order that people make. A new one is the last. */
function foldTodo(todos: readonly Todo[], { id, value }: ChangeOf<'todo'>): readonly Todo[] {
  const isSame = (todo: Todo) => todo.id === id;
  return value ? withItem(todos, value, isSame, () => 0) : withoutItem(todos, isSame);
}

function inOrder(todos: readonly Todo[], ids: readonly number[]): readonly Todo[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Todo) => places.get(id) ?? ids.length;
  const sorted = todos.toSorted((one, other) => placeOf(one) - placeOf(other));
  return sorted.every((todo, at) => todo === todos[at]) ? todos : sorted;
}
