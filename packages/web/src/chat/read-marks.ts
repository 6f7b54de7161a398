import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { listAll, unwrap } from '@ringbinder/client';
import type { ReadMark } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';

export interface ReadMarks {
  /** Keyed by user id. Undefined until loaded. */
  readonly all: ReadonlySignal<ReadonlyMap<string, ReadMark> | undefined>;
  load(): Promise<ReadonlyMap<string, ReadMark>>;
  see(messageId: number): void;
  /** True after messages were marked as unread, until the user sees the end again. */
  readonly isHeld: ReadonlySignal<boolean>;
  release(): void;
  markUnread(messageId: number): Promise<void>;
  close(): void;
}

const MARK_AFTER_MS = 400;

export function createReadMarks({ id, client, channel, me, connection }: BinderContext): ReadMarks {
  const all = signal<ReadonlyMap<string, ReadMark> | undefined>(undefined);
  const isHeld = signal(false);
  let seen = 0;
  let unmarked = 0;
  let wasOnline = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let marking: Promise<void> | undefined;

  function put(mark: ReadMark): void {
    const previous = all.peek() ?? new Map<string, ReadMark>();
    const before = previous.get(mark.user.id)?.message_id ?? -1;
    const isOwn = mark.user.id === me.id;
    if (isOwn ? before === mark.message_id : before >= mark.message_id) return;
    if (isOwn) isHeld.value = before > mark.message_id;
    all.value = new Map(previous).set(mark.user.id, mark);
  }

  const stopListening = channel.onReadMarks(({ binder_id, readmarks }) => {
    if (binder_id === id) for (const mark of readmarks) put(mark);
  });

  async function mark(): Promise<void> {
    timer = undefined;
    const params = { path: { binder_id: id } };
    const body = { message_id: seen };
    try {
      const { message_id } = await unwrap(client.api.POST('/{binder_id}/readmark', { params, body }));
      put({ user: me, message_id });
      unmarked = 0;
    } catch {
      // The next request, which may already be scheduled, also marks these messages as read.
      unmarked = Math.max(unmarked, seen);
      if (timer === undefined) seen = 0;
    }
  }

  async function load(): Promise<ReadonlyMap<string, ReadMark>> {
    const params = (cursor?: string) => ({ path: { binder_id: id }, query: cursor ? { cursor } : {} });
    const list = listAll(
      (cursor) => unwrap(client.api.GET('/{binder_id}/readmarks', { params: params(cursor) })),
      'readmarks',
    );
    // A request may have changed the own mark since the server read the list.
    const own = () => all.peek()?.get(me.id)?.message_id;
    const before = own();
    for await (const each of list) if (each.user.id !== me.id || own() === before) put(each);
    return all.peek() ?? new Map();
  }

  function see(messageId: number): void {
    const own = all.peek()?.get(me.id)?.message_id;
    // Until the read mark has loaded, the chat may show its end instead of the first unread message.
    if (own === undefined || isHeld.peek() || messageId <= own || messageId <= seen) return;
    seen = messageId;
    timer ??= setTimeout(() => {
      marking = mark();
    }, MARK_AFTER_MS);
  }

  async function markUnread(messageId: number): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await marking;
    const params = { path: { binder_id: id } };
    const body = { unread_from: messageId };
    const { message_id } = await unwrap(client.api.POST('/{binder_id}/readmark', { params, body }));
    put({ user: me, message_id });
    isHeld.value = true;
  }

  const stopWatching = effect(() => {
    const isOnline = connection.value.status === 'online';
    if (isOnline && !wasOnline && all.peek() !== undefined) {
      see(unmarked);
      void load().catch(() => undefined);
    }
    wasOnline = isOnline;
  });

  return {
    all,
    load,
    see,
    isHeld,
    release() {
      if (isHeld.peek()) seen = 0;
      isHeld.value = false;
    },
    markUnread,
    close() {
      stopListening();
      stopWatching();
      if (timer === undefined) return;
      clearTimeout(timer);
      void mark();
    },
  };
}
