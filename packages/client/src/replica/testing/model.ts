import type { Annotation, Change, Member, Page, RealtimeEntry } from '@ringbinder/protocol';
import { meetOperations } from './meet.ts';
import { actor, bytes, createStore, userOf } from './store.ts';

export interface Operation {
  kind: (typeof operations)[number];
  choice: number;
  other: number;
}

export const operations = [
  'post',
  'edit',
  'delete',
  'react',
  'unreact',
  'pin',
  'unpin',
  'page',
  'movePage',
  'deletePage',
  'section',
  'deleteSection',
  'annotate',
  'erase',
  'comment',
  'uncomment',
  'transaction',
  'press',
  'todo',
  'moveTodo',
  'deleteTodo',
  'meet',
  'moveMeet',
  'cancelMeet',
  'join',
  'leave',
  'invite',
  'accept',
  'rename',
] as const;

type Draft = { kind: string; about: { name: string; read(seq: number): Change }[] };

export function createModel() {
  let nextId = 1;
  let clock = 1000;
  const store = createStore();
  const {
    binder,
    messages,
    pages,
    comments,
    transactions,
    todos,
    meets,
    members,
    invited,
    sections,
    changes,
  } = store;
  const log: (Draft & { seq: number; at: number; body?: object })[] = [];

  const times = () => ({ created_time: clock, updated_time: clock });
  const addMember = (id: string, name: string, type: Member['type']) =>
    members.set(id, { type, status: 'BOARD_MEMBER', ...times(), user: userOf(id, name, `${id}@x.org`) });
  addMember('U1', 'Zoë', 'BOARD_OWNER');

  const pick = <T>(from: Iterable<T>, choice: number): T | undefined => {
    const all = [...from];
    return all[choice % Math.max(all.length, 1)];
  };
  const record = (kind: string, ...about: Draft['about']) => {
    binder.updated_time = clock;
    log.push({ kind, about, seq: log.length + 1, at: clock });
  };

  const does: Record<Operation['kind'], (choice: number, other: number) => void> = {
    post() {
      const id = nextId++;
      messages.set(id, { id, text: `m${id}`, user: actor, ...times() });
      record('message_posted', changes.message(id));
    },
    edit(choice) {
      const message = pick(messages.values(), choice);
      if (!message) return;
      messages.set(message.id, { ...message, text: `${message.text}!`, updated_time: clock });
      record('message_edited', changes.message(message.id));
    },
    delete(choice) {
      const message = pick(messages.values(), choice);
      if (!message) return;
      messages.delete(message.id);
      record('message_deleted', changes.message(message.id));
    },
    react(choice, other) {
      const message = pick(messages.values(), choice);
      if (!message) return;
      const emoji = ['👍', '❤️', '🎉'][other % 3] ?? '👍';
      const others = (message.reactions ?? []).filter((each) => each.emoji !== emoji);
      const count = (message.reactions?.find((each) => each.emoji === emoji)?.count ?? 0) + 1;
      messages.set(message.id, { ...message, reactions: [...others, { emoji, count, users: [actor.id] }] });
      record('reaction_added', changes.message(message.id));
    },
    unreact(choice) {
      const message = pick(messages.values(), choice);
      if (!message?.reactions) return;
      const { reactions: _, ...without } = message;
      messages.set(message.id, without);
      record('reaction_removed', changes.message(message.id));
    },
    pin(choice) {
      const message = pick(messages.values(), choice);
      if (!message || message.pinned) return;
      messages.set(message.id, { ...message, pinned: { user: actor, time: clock } });
      record('message_pinned', changes.message(message.id));
    },
    unpin(choice) {
      const message = pick(
        [...messages.values()].filter(({ pinned }) => pinned),
        choice,
      );
      if (!message) return;
      const { pinned: _, ...without } = message;
      messages.set(message.id, without);
      record('message_unpinned', changes.message(message.id));
    },
    page(choice) {
      const id = nextId++;
      pages.set(id, {
        id,
        page_number: `${choice % 5}.${(choice % 7) * 10}`,
        revision: 1,
        svg_tags: [] as Annotation[],
        ...times(),
      } as Page);
      record('page_created', changes.page(id), changes.binder);
    },
    movePage(choice, other) {
      const page = pick(pages.values(), choice);
      if (!page) return;
      pages.set(page.id, { ...page, page_number: String(other % 9), updated_time: clock } as Page);
      record('page_updated', changes.page(page.id), changes.binder);
    },
    deletePage(choice) {
      const page = pick(pages.values(), choice);
      if (!page) return;
      pages.delete(page.id);
      for (const [id, { page_id }] of comments) if (page_id === page.id) comments.delete(id);
      record('page_deleted', changes.page(page.id), changes.binder);
    },
    section(choice) {
      const id = nextId++;
      sections.splice(choice % (sections.length + 1), 0, { id, name: `s${id}`, ...times() });
      record('section_updated', changes.sections);
    },
    deleteSection(choice) {
      const section = pick(sections, choice);
      if (!section) return;
      sections.splice(sections.indexOf(section), 1);
      record('section_deleted', changes.sections);
    },
    annotate(choice, other) {
      const page = pick(pages.values(), choice);
      if (!page) return;
      const client_uuid = `a${other % 4}`;
      const svg_tag = `<path d="${clock}"/>`;
      const existing = page.svg_tags.find((each) => each.client_uuid === client_uuid);
      const drawn: Annotation[] = [
        ...page.svg_tags.filter((each) => each !== existing),
        { client_uuid, svg_tag, created_time: existing?.created_time ?? clock },
      ];
      drawn.sort(
        (a, b) =>
          a.created_time - b.created_time || Buffer.compare(bytes(a.client_uuid), bytes(b.client_uuid)),
      );
      pages.set(page.id, { ...page, revision: page.revision + 1, svg_tags: drawn } as Page);
      record(
        'page_annotated',
        changes.page(page.id),
        changes.annotation(page.id, client_uuid),
        changes.binder,
      );
    },
    erase(choice, other) {
      const page = pick(pages.values(), choice);
      const drawn = page && pick(page.svg_tags, other);
      if (!drawn) return;
      pages.set(page.id, { ...page, svg_tags: page.svg_tags.filter((each) => each !== drawn) } as Page);
      record('annotation_deleted', changes.annotation(page.id, drawn.client_uuid), changes.binder);
    },
    comment(choice) {
      const page = pick(pages.values(), choice);
      if (!page) return;
      const id = nextId++;
      comments.set(id, { page_id: page.id, comment: { id, text: `c${id}`, user: actor, ...times() } });
      record('page_comment_posted', changes.comment(page.id, id), changes.binder);
    },
    uncomment(choice) {
      const picked = pick(comments, choice);
      if (!picked) return;
      comments.delete(picked[0]);
      record('page_comment_deleted', changes.comment(picked[1].page_id, picked[0]), changes.binder);
    },
    transaction() {
      const id = nextId++;
      transactions.set(id, {
        id,
        title: `t${id}`,
        content: '',
        steps: [],
        creator: actor,
        is_active: true,
        ...times(),
      });
      record('transaction_created', changes.transaction(id), changes.binder);
    },
    press(choice) {
      const transaction = pick(transactions.values(), choice);
      if (!transaction) return;
      transactions.set(transaction.id, { ...transaction, is_active: false, updated_time: clock });
      record('step_completed', changes.transaction(transaction.id), changes.binder);
    },
    todo() {
      const id = nextId++;
      todos.push({ id, name: `d${id}`, description: '', completed: false, creator: actor, ...times() });
      record('todo_created', changes.todo(id), changes.binder);
    },
    moveTodo(choice, other) {
      const todo = pick(todos, choice);
      if (!todo) return;
      todos.splice(todos.indexOf(todo), 1);
      todos.splice(other % (todos.length + 1), 0, { ...todo, updated_time: clock });
      record('todo_updated', changes.todo(todo.id), changes.todoOrder, changes.binder);
    },
    deleteTodo(choice) {
      const todo = pick(todos, choice);
      if (!todo) return;
      todos.splice(todos.indexOf(todo), 1);
      record('todo_deleted', changes.todo(todo.id), changes.binder);
    },
    ...meetOperations({ meets, pick, newId: () => nextId++ }, (kind, id) => record(kind, changes.meet(id))),
    join(choice) {
      const id = `U${nextId++}`;
      addMember(id, ['Ada', 'ada', 'Ørsted', '\u{ffee}', '\u{1f600}'][choice % 5] ?? '', 'BOARD_READ_WRITE');
      record('member_added', changes.member(id), changes.binder);
    },
    leave(choice) {
      const id = pick([...members.keys()].slice(1), choice);
      if (id === undefined) return;
      members.delete(id);
      record('member_removed', changes.member(id), changes.binder);
    },
    invite() {
      const email = `P${nextId++}@x.org`;
      invited.set(email, {
        type: 'BOARD_READ_ONLY',
        status: 'BOARD_INVITED',
        ...times(),
        user: userOf('', email, email),
      });
      record('member_invited', changes.invited(email), changes.binder);
    },
    accept(choice) {
      const email = pick(invited.keys(), choice);
      if (email === undefined) return;
      invited.delete(email);
      record('invitation_ended', changes.invited(email), changes.binder);
    },
    rename(choice) {
      binder.name = `Loan ${choice}`;
      record('binder_updated', changes.binder);
    },
  };

  return {
    get seq() {
      return log.length;
    },
    get newestMessageId() {
      return Math.max(0, ...messages.keys());
    },
    operate({ kind, choice, other }: Operation): void {
      clock += choice % 2;
      does[kind](choice, other);
    },
    describeLast(body: object): void {
      const last = log.at(-1);
      if (last) last.body = body;
    },
    /** If several entries changed a value, only the last entry contains it. */
    entriesAfter(seq: number, end = log.length): RealtimeEntry[] {
      const entries = log.slice(seq, end);
      return entries.map(({ about, ...entry }, at) => ({
        seq: entry.seq,
        at: entry.at,
        kind: entry.kind,
        actor,
        body: entry.body ?? {},
        changes: about
          .filter(
            ({ name }) =>
              !entries.slice(at + 1).some((later) => later.about.some((each) => each.name === name)),
          )
          .map(({ read }) => read(log.length)),
      }));
    },
    snapshot: store.snapshot,
    olderThan: store.olderThan,
    newerThan: store.newerThan,
  };
}
