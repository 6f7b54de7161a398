import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Message, RealtimeEntry } from '@ringbinder/protocol';
import type { BinderContext } from '../../binder/context.ts';
import { explained } from '../../binder/refusal.ts';
import type { Item } from '../rows.ts';
import { refreshUnread } from './unread-threads.ts';

export interface Replies {
  readonly status: ReadonlySignal<'loading' | 'ready' | { problem: string }>;
  /** Undefined while loading, and after the message is deleted. */
  readonly root: ReadonlySignal<Message | undefined>;
  readonly items: ReadonlySignal<readonly Item[]>;
  readonly isFollowing: ReadonlySignal<boolean>;
  readonly followers: ReadonlySignal<readonly { id: string; name: string }[]>;
  load(): Promise<void>;
  follow(isFollowing: boolean): Promise<void>;
  close(): void;
}

const PAGE = 200;
const MAX_FOLLOWERS = 100;

export function createReplies(binder: BinderContext, id: number): Replies {
  const status = signal<'loading' | 'ready' | { problem: string }>('loading');
  const loaded = signal<readonly Message[]>([]);
  /** Null for deleted messages. */
  const changed = signal<ReadonlyMap<number, Message | null>>(new Map());
  const isFollowing = signal(false);
  const followers = signal<readonly { id: string; name: string }[]>([]);
  let readId = 0;

  const messages = computed(() => {
    const byId = new Map(loaded.value.map((message) => [message.id, message]));
    for (const [messageId, value] of changed.value)
      if (value) byId.set(messageId, value);
      else byId.delete(messageId);
    return [...byId.values()].toSorted((one, other) => one.id - other.id);
  });
  const items = computed(() =>
    messages.value
      .filter((message) => message.id !== id)
      .map((message): Item => ({ type: 'message', id: message.id, message })),
  );

  let calls = 0;
  let answered = 0;
  async function load(): Promise<void> {
    const call = ++calls;
    const before = changed.peek();
    try {
      const { all, page } = await readAll(binder, id);
      if (call < answered) return;
      answered = call;
      batch(() => {
        // Keep changes that arrived during the request.
        changed.value = new Map([...changed.peek()].filter(([key, value]) => before.get(key) !== value));
        loaded.value = all;
        readId = Math.max(readId, page.read_message_id);
        isFollowing.value = page.is_following;
        followers.value = page.followers;
        status.value = 'ready';
      });
    } catch (error) {
      if (status.peek() !== 'ready') status.value = { problem: (error as Error).message };
    }
  }

  function markRead(): void {
    const last = items.peek().at(-1)?.id ?? 0;
    if (last <= readId || !isFollowing.peek()) return;
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const before = readId;
    readId = last;
    sendMark(binder, id, last).then(
      () => refreshUnread(binder),
      () => {
        readId = before;
      },
    );
  }

  const stopListening = binder.replica.onChange((change) => {
    if (change.type === 'snapshot') void load();
    if (change.type !== 'entries') return;
    const fresh = changesOf(change.entries, id);
    if (fresh.length === 0) return;
    changed.value = new Map([...changed.peek(), ...fresh]);
    const isKnown = (userId: string) => followers.peek().some((follower) => follower.id === userId);
    const hasNewAuthor = change.entries.some(
      ({ kind, body, actor }) =>
        kind === 'message_posted' && 'thread_id' in body && body.thread_id === id && !isKnown(actor.id),
    );
    if (hasNewAuthor && followers.peek().length < MAX_FOLLOWERS) void load();
  });
  const stopMarking = effect(() => {
    if (items.value.length > 0 && isFollowing.value) markRead();
  });
  addEventListener('focus', markRead);
  void load();

  return {
    status,
    root: computed(() => messages.value.find((message) => message.id === id)),
    items,
    isFollowing,
    followers,
    load,
    async follow(wanted) {
      await setFollowing(binder, id, wanted);
      await load();
      refreshUnread(binder);
    },
    close() {
      stopListening();
      stopMarking();
      removeEventListener('focus', markRead);
    },
  };
}

const pathOf = (binder: BinderContext, id: number) => ({ binder_id: binder.id, message_id: id });

async function readAll(binder: BinderContext, id: number) {
  const all: Message[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const params = { path: pathOf(binder, id), query };
    const call = unwrap(binder.client.api.GET('/{binder_id}/messages/{message_id}/replies', { params }));
    const page = await explained(call);
    if (cursor === undefined && page.message) all.push(page.message);
    all.push(...page.replies);
    cursor = page.next_cursor;
    if (cursor === undefined) return { all, page };
  }
}

function sendMark(binder: BinderContext, id: number, replyId: number): Promise<unknown> {
  const params = { path: pathOf(binder, id) };
  const body = { message_id: replyId };
  return unwrap(
    binder.client.api.POST('/{binder_id}/messages/{message_id}/replies/readmark', { params, body }),
  );
}

function setFollowing({ client, ...binder }: BinderContext, id: number, wanted: boolean): Promise<unknown> {
  const params = { path: { binder_id: binder.id, message_id: id } };
  const path = '/{binder_id}/messages/{message_id}/follow';
  return unwrap(wanted ? client.api.POST(path, { params }) : client.api.DELETE(path, { params }));
}

/** Includes deletions in all threads: the entry of a deletion does not identify the thread. */
function changesOf(entries: readonly RealtimeEntry[], id: number): [number, Message | null][] {
  return entries
    .flatMap(({ changes }) => changes)
    .flatMap((change) => {
      if (change.type !== 'message') return [];
      const { value } = change;
      return value === null || value.thread_id === id || change.id === id ? [[change.id, value]] : [];
    });
}
