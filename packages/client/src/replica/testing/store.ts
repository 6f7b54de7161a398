import type {
  Change,
  Meet,
  Member,
  Message,
  Page,
  PageComment,
  Section,
  SharedBinder,
  Snapshot,
  Todo,
  Transaction,
} from '@ringbinder/protocol';
import { REPLICA_LISTS, type ReplicaLists } from '../state.ts';

export const actor = { id: 'U1', name: 'Ada' };

export const userOf = (id: string, name: string, email: string | null) => ({
  id,
  name,
  first_name: '',
  last_name: '',
  email,
  unique_id: null,
  org_id: 'O1',
  picture_uri: '',
  is_bot: false,
});

const noLists = Object.fromEntries(REPLICA_LISTS.map((name) => [name, []])) as unknown as Pick<
  Snapshot,
  keyof ReplicaLists
>;

export function createStore() {
  const todos: Todo[] = [];
  const sections: Section[] = [];
  const meets = new Map<number, Meet>();
  const binder = {
    id: 'B0000000000000000000001',
    name: 'Loan',
    description: '',
    conversation: false,
    created_time: 1,
    updated_time: 1,
    owner: actor,
    total_members: 1,
    total_pages: 0,
    total_todos: 0,
    total_comments: 0,
    thumbnail_uri: '',
  };
  const messages = new Map<number, Message>();
  const pages = new Map<number, Page>();
  const comments = new Map<number, { page_id: number; comment: PageComment }>();
  const transactions = new Map<number, Transaction>();
  const members = new Map<string, Member>();
  const invited = new Map<string, Member>();
  const sharedBinder = (): SharedBinder => ({
    ...binder,
    total_members: members.size,
    total_pages: pages.size,
    total_todos: todos.length,
    total_comments: messages.size,
  });
  const named = (name: string, read: (seq: number) => Change) => ({ name, read });
  const changes = {
    binder: named('binder', (seq) => ({ type: 'binder', seq, value: sharedBinder() })),
    message: (id: number) =>
      named(`message ${id}`, () => ({ type: 'message', id, value: messages.get(id) ?? null })),
    page: (id: number) =>
      named(`page ${id}`, () => {
        const { svg_tags: _, ...page } = pages.get(id) ?? ({ svg_tags: [] } as unknown as Page);
        return { type: 'page', id, value: pages.has(id) ? page : null };
      }),
    annotation: (page_id: number, client_uuid: string) =>
      named(`annotation ${page_id} ${client_uuid}`, () => ({
        type: 'annotation',
        page_id,
        client_uuid,
        value: pages.get(page_id)?.svg_tags.find((each) => each.client_uuid === client_uuid) ?? null,
      })),
    comment: (page_id: number, id: number) =>
      named(`comment ${id}`, () => ({
        type: 'page_comment',
        page_id,
        id,
        value: comments.get(id)?.comment ?? null,
      })),
    transaction: (id: number) =>
      named(`transaction ${id}`, () => ({
        type: 'transaction',
        id,
        value: transactions.get(id) ?? null,
      })),
    todo: (id: number) =>
      named(`todo ${id}`, () => ({
        type: 'todo',
        id,
        value: todos.find((todo) => todo.id === id) ?? null,
      })),
    todoOrder: named('todo order', () => ({ type: 'todo_order', ids: todos.map(({ id }) => id) })),
    sections: named('sections', () => ({ type: 'sections', value: [...sections] })),
    meet: (id: number) => named(`meet ${id}`, () => ({ type: 'meet', id, value: meets.get(id) ?? null })),
    member: (id: string) =>
      named(`member ${id}`, () => ({ type: 'member', id, value: members.get(id) ?? null })),
    invited: (email: string) =>
      named(`invited ${email}`, () => ({
        type: 'invited',
        org_id: 'O1',
        email,
        unique_id: null,
        value: invited.get(email) ?? null,
      })),
  };
  return {
    binder,
    messages,
    pages,
    comments,
    transactions,
    todos,
    sections,
    meets,
    members,
    invited,
    changes,
    snapshot(maxMessages = Number.POSITIVE_INFINITY): Snapshot {
      const newestFirst = [...messages.values()].toSorted((a, b) => b.id - a.id);
      const sortedPages = [...pages.values()].toSorted(
        (a, b) => Number(a.page_number) - Number(b.page_number) || a.id - b.id,
      );
      return structuredClone({
        ...noLists,
        binder: sharedBinder(),
        members: [
          ...[...members.values()].toSorted(
            (a, b) =>
              Number(b.type === 'BOARD_OWNER') - Number(a.type === 'BOARD_OWNER') ||
              Buffer.compare(bytes(a.user.name), bytes(b.user.name)) ||
              Buffer.compare(bytes(a.user.id), bytes(b.user.id)),
          ),
          ...[...invited.values()].toSorted(
            (a, b) =>
              a.created_time - b.created_time ||
              Buffer.compare(bytes(a.user.name.toLowerCase()), bytes(b.user.name.toLowerCase())),
          ),
        ],
        messages: newestFirst.slice(0, maxMessages),
        has_older_messages: newestFirst.length > maxMessages,
        pinned_messages: newestFirst
          .filter(({ pinned }) => pinned)
          .toSorted((a, b) => (b.pinned?.time ?? 0) - (a.pinned?.time ?? 0) || b.id - a.id),
        pages: sortedPages,
        sections,
        page_comments: sortedPages.map(({ id }) => ({
          page_id: id,
          comments: [...comments.values()]
            .filter(({ page_id }) => page_id === id)
            .map(({ comment }) => comment)
            .toSorted((a, b) => a.id - b.id),
        })),
        transactions: [...transactions.values()],
        todos,
        meets: [...meets.values()].toSorted((a, b) => b.id - a.id),
        is_complete: true,
      });
    },
    olderThan(id: number, count: number) {
      const older = [...messages.values()].filter((each) => each.id < id).toSorted((a, b) => b.id - a.id);
      return structuredClone({ messages: older.slice(0, count), hasOlder: older.length > count });
    },
    newerThan(id: number, count: number) {
      const newer = [...messages.values()].filter((each) => each.id > id).toSorted((a, b) => a.id - b.id);
      return structuredClone({ messages: newer.slice(0, count), hasMore: newer.length > count });
    },
  };
}

export function bytes(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
