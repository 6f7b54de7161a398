import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type {
  BinderCard,
  HomeApproval,
  HomeFilter,
  HomeItem,
  HomeMeet,
  HomeMessage,
  HomeRequest,
  HomeSaved,
  HomeTodo,
} from '@ringbinder/protocol';
import { refusalOf } from '../binder/refusal.ts';
import type { AppContext } from '../timeline/context.ts';
import { readOverdue } from './overdue.ts';

interface ItemOf {
  approvals: HomeApproval;
  meets: HomeMeet;
  todos: HomeTodo;
  mentions: HomeMessage;
  saved: HomeSaved;
  requests: HomeRequest;
}

export interface HomeSection<T> {
  items: readonly T[];
  hasMore: boolean;
  /** At most 1,000. Of mentions, counts only unread ones, and of saved messages only due ones. */
  count: number;
}

export type HomeContent = { readonly [F in HomeFilter]: HomeSection<ItemOf[F]> };

const FILTERS: readonly HomeFilter[] = ['approvals', 'meets', 'mentions', 'requests', 'saved', 'todos'];

/** Reloads when the list of binders changes. */
export interface HomeStore {
  content: ReadonlySignal<HomeContent | undefined>;
  /** The first 100 to-dos if so many are overdue, otherwise at least all that are overdue. */
  dueTodos: ReadonlySignal<readonly HomeTodo[]>;
  problem: ReadonlySignal<string | undefined>;
  /** Loads immediately, or after the current load. Never rejects. */
  load(): Promise<void>;
  more(filter: HomeFilter): Promise<void>;
  reset(): void;
}

const FIRST_ITEMS = 20;
const MORE_ITEMS = 50;
const MAX_LIMIT = 100;
const PAUSE_MS = 400;
const SPACING_MS = 2_000;

let store: HomeStore | undefined;

export function homeStore(app: AppContext): HomeStore {
  store ??= createHomeStore(app);
  return store;
}

function createHomeStore({ client, cards, boot }: AppContext): HomeStore {
  const content = signal<HomeContent | undefined>(undefined);
  const dueTodos = signal<readonly HomeTodo[]>([]);
  const problem = signal<string | undefined>(undefined);
  const lengths = new Map<HomeFilter, number>();
  const load = oneAtATime(async () => {
    try {
      content.value = await read();
      problem.value = undefined;
    } catch (error) {
      problem.value = refusalOf(error).message;
    }
  });

  async function read(): Promise<HomeContent> {
    const { items, counts } = await call({ limit: FIRST_ITEMS + 1 });
    const sectionOf = async (filter: HomeFilter): Promise<HomeSection<HomeItem>> => {
      const length = lengths.get(filter);
      const all = length === undefined ? items : await readItems(filter, length + 1);
      // The name of a filter is the plural of its type.
      const own = all.filter(({ type }) => filter.startsWith(type === 'reply' ? 'mention' : type));
      const shown = own.slice(0, length ?? FIRST_ITEMS);
      // During an update of the server, an earlier release has no count of `requests`.
      return { items: shown, hasMore: shown.length < own.length, count: counts[filter] ?? 0 };
    };
    const sections = FILTERS.map(async (filter) => [filter, await sectionOf(filter)] as const);
    const content = Object.fromEntries(await Promise.all(sections)) as unknown as HomeContent;
    const readTodos = (length: number) => readItems('todos', length) as Promise<readonly HomeTodo[]>;
    dueTodos.value = await readOverdue(content.todos, Date.now(), readTodos);
    return content;
  }

  async function readItems(filter: HomeFilter, length: number): Promise<readonly HomeItem[]> {
    const items: HomeItem[] = [];
    let cursor: string | undefined;
    do {
      const limit = Math.min(MAX_LIMIT, length - items.length);
      const page = await call({ filter, limit, ...(cursor !== undefined && { cursor }) });
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== undefined && items.length < length);
    return items;
  }

  const call = (query: { filter?: HomeFilter; limit: number; cursor?: string }) =>
    unwrap(client.api.GET('/me/activity', { params: { query } }));

  followCards(cards, boot.user.id, load);
  return {
    content,
    dueTodos,
    problem,
    load,
    more(filter) {
      lengths.set(filter, (lengths.get(filter) ?? FIRST_ITEMS) + MORE_ITEMS);
      return load();
    },
    reset: () => lengths.clear(),
  };
}

/** Calls that arrive while `call` is running share the next run. */
export function oneAtATime(call: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return function run(): Promise<void> {
    if (current) {
      next ??= current.then(() => {
        next = undefined;
        return run();
      });
      return next;
    }
    current = call().finally(() => {
      current = undefined;
    });
    return current;
  };
}

export function followCards(cards: AppContext['cards'], myId: string, load: () => Promise<void>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastLoadAt = Number.NEGATIVE_INFINITY;
  let isStale = false;
  let hasNewMessages = false;

  function schedule(): void {
    if (timer !== undefined) return;
    timer = setTimeout(begin, Math.max(PAUSE_MS, lastLoadAt + SPACING_MS - performance.now()));
  }

  function begin(): void {
    timer = undefined;
    isStale = document.hidden;
    if (isStale) return;
    lastLoadAt = performance.now();
    void load();
    // Load again, because the server collects mentions shortly after storing the message.
    if (hasNewMessages) schedule();
    hasNewMessages = false;
  }

  let before: ReadonlyMap<string, number> | undefined;
  effect(() => {
    const { value: list } = cards;
    if (!list) return;
    const after = new Map(list.map((card) => [card.binder.id, card.last_message?.id ?? 0]));
    const known = before;
    if (known) hasNewMessages ||= list.some((card) => isNews(card, known.get(card.binder.id) ?? 0, myId));
    before = after;
    schedule();
  });
  document.addEventListener('visibilitychange', () => {
    if (isStale) schedule();
  });
}

function isNews({ last_message: message }: BinderCard, lastId: number, myId: string): boolean {
  return message !== null && message.id > lastId && message.user.id !== myId;
}
