import { computed, type ReadonlySignal } from '@preact/signals';
import { drawOrder } from '@ringbinder/client';
import type { Annotation } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { type Change, type ChangeQueue, createChangeQueue, type QueueSession } from './change-queue.ts';
import { claimUnsentChanges, type PageKey } from './unsent-changes.ts';

export interface PageAnnotations {
  readonly view: ReadonlySignal<readonly Annotation[]>;
  readonly waiting: ReadonlySignal<number>;
  put(uuid: string, markup: string | null): void;
  markupOf(uuid: string): string | undefined;
  /** Waiting changes are still sent. */
  close(): void;
}

const NONE: readonly Annotation[] = [];
const queues = new Map<string, ChangeQueue>();

function queueOf(session: QueueSession, page: PageKey): ChangeQueue {
  const name = `${page.userId} ${page.binderId} ${page.pageId}`;
  const existing = queues.get(name);
  if (existing) return existing;
  const created = createChangeQueue(session, page, () => queues.delete(name));
  queues.set(name, created);
  return created;
}

export function followAnnotations(
  binder: BinderContext,
  pageId: number,
  { onRefused }: Pick<QueueSession, 'onRefused'>,
): PageAnnotations {
  const { client, connection, state, me, id: binderId } = binder;
  const page = { userId: me.id, binderId, pageId };
  const session = { client, connection, onRefused };
  const queue = queueOf(session, page);
  const stop = queue.follow(binder);
  void claimUnsentChanges(page, (_, left) => queue.resumeChanges(left));
  const { changes } = queue;
  const confirmed = computed(() => state.value?.annotations[pageId] ?? NONE);
  const view = computed(() => withChanges(confirmed.value, changes.value));
  return {
    view,
    waiting: computed(() => [...changes.value.values()].filter(({ state }) => state !== 'answered').length),
    // An idle queue ends, so a later change may need a new queue.
    put: (uuid, markup) => queueOf(session, page).put(uuid, markup),
    markupOf: (uuid) => view.peek().find(({ client_uuid }) => client_uuid === uuid)?.svg_tag,
    close: stop,
  };
}

export async function sendUnsentChanges(session: QueueSession, userId: string): Promise<void> {
  await claimUnsentChanges({ userId }, (page, left) => queueOf(session, page).resumeChanges(left));
}

function withChanges(
  confirmed: readonly Annotation[],
  changes: ReadonlyMap<string, Change>,
): readonly Annotation[] {
  if (changes.size === 0) return confirmed;
  const left = new Map(changes);
  const merged = confirmed.flatMap((annotation): readonly Annotation[] => {
    const change = left.get(annotation.client_uuid);
    if (!change) return [annotation];
    left.delete(annotation.client_uuid);
    return change.markup === null ? [] : [{ ...annotation, svg_tag: change.markup }];
  });
  const added = [...left]
    .filter(([, { markup }]) => markup !== null)
    .toSorted(([, one], [, other]) => one.place - other.place)
    .map(([client_uuid, { markup }]) => ({
      client_uuid,
      svg_tag: markup ?? '',
      created_time: Number.POSITIVE_INFINITY,
    }));
  return [...merged, ...added]
    .map((annotation) => ({ annotation, order: drawOrder(annotation.svg_tag) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ annotation }) => annotation);
}
