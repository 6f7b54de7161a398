import { computed, signal } from '@preact/signals';
import { type LogEntry, RingbinderError, unwrap } from '@ringbinder/client';
import type { Member, Message, Page, Todo, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { refusalOf } from '../binder/refusal.ts';
import { history as text } from '../strings/messages/history.ts';

export const CHUNK = 50;
const MAX_PAGES = 60;
const MAX_TRANSACTIONS = 60;
const MAX_TODOS = 60;
const MAX_MESSAGES = 20;

export interface PastState {
  seq: number;
  pages: readonly Page[];
  transactions: readonly Transaction[];
  todos: readonly Todo[];
  users: readonly Member[];
  /** Oldest first. */
  messages: readonly Message[];
  more: ReadonlySet<'pages' | 'transactions' | 'todos' | 'messages'>;
}

export type Past = ReturnType<typeof createPast>;

export function createPast({ client: { api }, id }: Pick<BinderContext, 'client' | 'id'>) {
  const latest = signal<number>();
  const parts = signal<ReadonlyMap<number, readonly LogEntry[]>>(new Map());
  const state = signal<PastState>();
  const problem = signal<string>();
  const names = new Map<string, string>();
  const binder = { binder_id: id };
  let requestedSeq = 0;

  const partOf = (seq: number) => Math.floor((seq - 1) / CHUNK);

  async function loadPart(part: number): Promise<void> {
    if (parts.peek().has(part)) return;
    const query = { after: part * CHUNK, limit: CHUNK };
    const { entries, seq } = await unwrap(api.GET('/{binder_id}/feed', { params: { path: binder, query } }));
    latest.value ??= seq;
    // Omit entries that were added after the first request.
    const confirmed = entries.filter((entry) => entry.seq <= (latest.peek() ?? 0));
    for (const { kind, body } of confirmed)
      if (kind === 'transaction_created') names.set(`transaction ${body.id}`, String(body.title));
    parts.value = new Map(parts.peek()).set(part, confirmed);
  }

  async function loadState(seq: number, signal: AbortSignal): Promise<PastState> {
    const as_of = `seq:${seq}`;
    const read = (limit: number) => ({ params: { path: binder, query: { as_of, limit } }, signal });
    const users = { params: { path: binder, query: { as_of } }, signal };
    const [pages, transactions, todos, members, messages] = await Promise.all([
      unwrap(api.GET('/{binder_id}/pages', read(MAX_PAGES))),
      unwrap(api.GET('/{binder_id}/transactions', read(MAX_TRANSACTIONS))),
      unwrap(api.GET('/{binder_id}/todos', read(MAX_TODOS))),
      unwrap(api.GET('/{binder_id}/users', users)),
      unwrap(api.GET('/{binder_id}/messages', read(MAX_MESSAGES))),
    ]);
    const lists = { pages, transactions, todos, messages };
    const more = (Object.keys(lists) as (keyof typeof lists)[]).filter((each) => lists[each].next_cursor);
    for (const page of pages.pages) names.set(`page ${page.id}`, nameOf(page));
    return {
      seq,
      pages: pages.pages,
      transactions: transactions.transactions,
      todos: todos.todos,
      users: members.users,
      messages: messages.messages.toReversed(),
      more: new Set(more),
    };
  }

  async function attempt(load: () => Promise<void>): Promise<void> {
    try {
      problem.value = undefined;
      await load();
    } catch (error) {
      if (error instanceof RingbinderError) problem.value = refusalOf(error, { 412: text.unknown }).message;
      else if ((error as Error).name !== 'AbortError') throw error;
    }
  }

  return {
    latest: computed(() => latest.value),
    parts,
    state,
    problem,
    partOf,
    nameOf: (kind: 'page' | 'transaction', thing: unknown) => names.get(`${kind} ${thing}`),
    entry: (seq: number) => parts.value.get(partOf(seq))?.find((each) => each.seq === seq),
    begin: () => attempt(() => loadPart(0)),
    readAround: (seq: number) => attempt(() => loadPart(partOf(seq))),
    show(seq: number, signal: AbortSignal): Promise<void> {
      requestedSeq = seq;
      return attempt(async () => {
        const loaded = await loadState(seq, signal);
        if (requestedSeq === seq) state.value = loaded;
      });
    },
  };
}
