import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { listAll, unwrap } from '@ringbinder/client';
import type { BinderContext } from '../../binder/context.ts';

type Binder = Pick<BinderContext, 'replica' | 'client' | 'id' | 'me'>;

interface UnreadThreads {
  ids: Signal<ReadonlySet<number>>;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

const PAUSE_MS = 500;
const byReplica = new WeakMap<object, UnreadThreads>();

export function unreadThreadsOf(binder: Binder): ReadonlySignal<ReadonlySet<number>> {
  const existing = byReplica.get(binder.replica);
  if (existing) return existing.ids;
  const unread: UnreadThreads = { ids: signal(new Set()) };
  byReplica.set(binder.replica, unread);
  binder.replica.onChange((change) => {
    const isReply =
      change.type === 'entries' &&
      change.entries.some(
        ({ kind, body, actor }) =>
          kind === 'message_posted' && 'thread_id' in body && actor.id !== binder.me.id,
      );
    if (isReply || change.type === 'snapshot') refreshUnread(binder);
  });
  void load(binder, unread);
  return unread.ids;
}

export function refreshUnread(binder: Binder): void {
  const unread = byReplica.get(binder.replica);
  if (!unread || unread.timer !== undefined) return;
  unread.timer = setTimeout(() => {
    unread.timer = undefined;
    void load(binder, unread);
  }, PAUSE_MS);
}

async function load({ client, id }: Binder, { ids }: UnreadThreads): Promise<void> {
  const params = (cursor?: string) => ({ path: { binder_id: id }, query: cursor ? { cursor } : {} });
  const list = listAll(
    (cursor) => unwrap(client.api.GET('/{binder_id}/threads', { params: params(cursor) })),
    'threads',
  );
  try {
    const found = new Set<number>();
    for await (const { thread_id } of list) found.add(thread_id);
    ids.value = found;
  } catch {}
}
