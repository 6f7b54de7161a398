import { computed, type ReadonlySignal } from '@preact/signals';
import { drawOrder } from '@ringbinder/client';
import type { Annotation } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { type Change, type ChangeQueue, createChangeQueue, type QueueSession } from './change-queue.ts';
import { type PageKey, takeLeftChanges } from './kept.ts';

/** The annotations of a page as they are shown: what the log tells, and changes of one's own on top. */
export interface PageAnnotations {
  readonly view: ReadonlySignal<readonly Annotation[]>;
  /** How many changes wait to be sent. */
  readonly waiting: ReadonlySignal<number>;
  /** Shows a change at once and sends it, after what was done before. Null removes the annotation. */
  put(uuid: string, markup: string | null): void;
  markupOf(uuid: string): string | undefined;
  /** Nothing is followed any more; what waits is still sent. */
  close(): void;
}

const NONE: readonly Annotation[] = [];
const queues = new Map<string, ChangeQueue>();

/** What is on its way to a page; whoever shows it, and whether anybody does. */
function queueOf(session: QueueSession, page: PageKey): ChangeQueue {
  const name = `${page.userId} ${page.binderId} ${page.pageId}`;
  const known = queues.get(name);
  if (known) return known;
  const created = createChangeQueue(session, page, () => queues.delete(name));
  queues.set(name, created);
  return created;
}

/** Follows the annotations of a page, with what an earlier visit has left to be sent. */
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
  void takeLeftChanges(page, (_, left) => queue.takeUp(left));
  const { changes } = queue;
  const told = computed(() => state.value?.annotations[pageId] ?? NONE);
  const view = computed(() => withChanges(told.value, changes.value));
  return {
    view,
    waiting: computed(() => [...changes.value.values()].filter(({ state }) => state !== 'answered').length),
    // What is still put when nobody follows any more is sent all the same.
    put: (uuid, markup) => queueOf(session, page).put(uuid, markup),
    markupOf: (uuid) => view.peek().find(({ client_uuid }) => client_uuid === uuid)?.svg_tag,
    close: stop,
  };
}

/** Sends what tabs that are gone have left of all pages; of pages that are not open, too. */
export async function sendLeftChanges(session: QueueSession, userId: string): Promise<void> {
  await takeLeftChanges({ userId }, (page, left) => queueOf(session, page).takeUp(left));
}

/** What is shown: new annotations lie above those of their order. */
function withChanges(
  told: readonly Annotation[],
  changes: ReadonlyMap<string, Change>,
): readonly Annotation[] {
  if (changes.size === 0) return told;
  const left = new Map(changes);
  const shown = told.flatMap((annotation): readonly Annotation[] => {
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
  return [...shown, ...added]
    .map((annotation) => ({ annotation, order: drawOrder(annotation.svg_tag) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ annotation }) => annotation);
}
