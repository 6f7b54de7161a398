import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { drawOrder, errorOf, RingbinderError } from '@ringbinder/client';
import type { Annotation, RealtimeEntry } from '@ringbinder/protocol';
import type { BinderContext } from '../../binder/context.ts';
import { refusalOf } from '../../binder/refusal.ts';
import { keptPage } from './kept.ts';

/** A change of one's own of which the log has not told yet. `markup` is null for what is removed. */
interface Change {
  markup: string | null;
  state: 'waiting' | 'sending' | 'answered';
  /** When it was drawn first, as far as it is new; for the order among those that are. */
  place: number;
}

/** The annotations of a page as they are shown: what the log tells, and changes of one's own on top. */
export interface PageAnnotations {
  readonly view: ReadonlySignal<readonly Annotation[]>;
  /** How many changes wait to be sent. */
  readonly waiting: ReadonlySignal<number>;
  /** Shows a change at once and sends it, after what was done before. Null removes the annotation. */
  put(uuid: string, markup: string | null): void;
  /** The markup of an annotation as it is shown. */
  markupOf(uuid: string): string | undefined;
  /** Nothing is followed any more; what waits is still sent. */
  close(): void;
}

interface Options {
  /** A change was refused and is not shown any more. */
  onRefused(sentence: string): void;
}

const NONE: readonly Annotation[] = [];
/** Changes that are on their way at once. Those of one annotation, and new ones, go one after the other. */
const MAX_SENDING = 4;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 20_000;

/**
 * Follows the annotations of a page. What cannot be sent now is kept in the browser and sent when there is a connection
 * again; a change that was made after another one of the same annotation takes its place.
 */
export function followAnnotations(
  binder: BinderContext,
  pageId: number,
  { onRefused }: Options,
): PageAnnotations {
  const { id: binder_id, client, replica, state, connection, me } = binder;
  const kept = keptPage(me.id, binder_id, pageId);
  const changes = signal<ReadonlyMap<string, Change>>(new Map());
  const sending = new Set<string>();
  /** How many entries of one's own the log has still to tell, by uuid. The entry may come before the answer. */
  const untold = new Map<string, number>();
  let places = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const told = computed(() => state.value?.annotations[pageId] ?? NONE);
  const view = computed(() => withChanges(told.value, changes.value));

  function set(uuid: string, change: Change | undefined): void {
    const next = new Map(changes.peek());
    if (change) next.set(uuid, change);
    else next.delete(uuid);
    changes.value = next;
    const unsent = [...next].filter(([, { state }]) => state !== 'answered');
    kept.save(Object.fromEntries(unsent.map(([key, { markup }]) => [key, markup])));
  }

  const isNew = (uuid: string) => !told.peek().some(({ client_uuid }) => client_uuid === uuid);

  function drain(): void {
    if (timer !== undefined) return;
    for (const [uuid, change] of changes.peek()) {
      if (sending.size >= MAX_SENDING) return;
      if (change.state !== 'waiting' || sending.has(uuid)) continue;
      // So that what was drawn first lies below.
      if (isNew(uuid) && [...sending].some(isNew)) continue;
      void send(uuid, change);
    }
  }

  async function send(uuid: string, { markup, place }: Change): Promise<void> {
    const change: Change = { markup, place, state: 'sending' };
    sending.add(uuid);
    set(uuid, change);
    const error = await call(uuid, markup).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('unknown'), // not shown
    );
    sending.delete(uuid);
    const isCurrent = changes.peek().get(uuid) === change;
    if (error === undefined) {
      failures = 0;
      untold.set(uuid, (untold.get(uuid) ?? 0) + 1);
      if (isCurrent) set(uuid, { ...change, state: 'answered' });
      settle(uuid);
    } else if (mayComeRight(error)) {
      if (isCurrent) set(uuid, { ...change, state: 'waiting' });
      timer ??= setTimeout(wake, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++));
    } else if (isCurrent) {
      untold.delete(uuid);
      set(uuid, undefined);
      // Somebody else was quicker to remove it.
      if (!(markup === null && error instanceof RingbinderError && error.status === 404))
        onRefused(refusalOf(error).message);
    }
    drain();
    stopWhenSent();
  }

  async function call(client_uuid: string, markup: string | null): Promise<void> {
    const path = { binder_id, page_id: pageId };
    const one = '/{binder_id}/pages/{page_id}/annotations/{client_uuid}';
    const { error, response } =
      markup === null
        ? await client.api.DELETE(one, { params: { path: { ...path, client_uuid } } })
        : await client.api.POST('/{binder_id}/pages/{page_id}/annotations', {
            params: { path },
            body: { client_uuid, svg_tag: markup },
          });
    if (error !== undefined || !response.ok) throw errorOf(response.status, error);
  }

  function wake(): void {
    clearTimeout(timer);
    timer = undefined;
    drain();
  }

  /** Takes a change away that was answered and that the log has told. An entry that came before its answer stays counted. */
  function settle(uuid: string): void {
    if ((untold.get(uuid) ?? 0) > 0 || changes.peek().get(uuid)?.state !== 'answered') return;
    untold.delete(uuid);
    set(uuid, undefined);
  }

  function hear(entries: readonly RealtimeEntry[]): void {
    for (const { kind, actor, body } of entries) {
      if (actor.id !== me.id || (kind !== 'page_annotated' && kind !== 'page_annotation_deleted')) continue;
      const { page_id, client_uuid } = body as { page_id?: unknown; client_uuid?: unknown };
      if (page_id !== pageId || typeof client_uuid !== 'string') continue;
      if (!changes.peek().has(client_uuid) && !sending.has(client_uuid)) continue;
      untold.set(client_uuid, (untold.get(client_uuid) ?? 0) - 1);
      settle(client_uuid);
    }
  }

  /** After the page was left what waits is sent; then there is nothing to be heard any more. */
  function stopWhenSent(): void {
    const isDone = [...changes.peek().values()].every(({ state }) => state === 'answered');
    if (isClosed && isDone) for (const stop of stops.splice(0)) stop();
  }

  const stops = [
    replica.onChange((change) => {
      if (change.type === 'entries') hear(change.entries);
      if (change.type !== 'snapshot') return;
      // It has all that was answered.
      untold.clear();
      for (const [uuid] of changes.peek()) settle(uuid);
    }),
    connection.subscribe(({ status }) => {
      if (status === 'online') wake();
    }),
  ];
  for (const [uuid, markup] of Object.entries(kept.load()))
    set(uuid, { markup, state: 'waiting', place: ++places });
  drain();

  return {
    view,
    waiting: computed(() => [...changes.value.values()].filter(({ state }) => state !== 'answered').length),
    put(uuid, markup) {
      const place = changes.peek().get(uuid)?.place ?? ++places;
      set(uuid, { markup, state: 'waiting', place });
      drain();
    },
    markupOf: (uuid) => view.peek().find(({ client_uuid }) => client_uuid === uuid)?.svg_tag,
    close() {
      isClosed = true;
      stopWhenSent();
    },
  };
}

/** Whether a call may succeed when it is made again later. */
function mayComeRight(error: unknown): boolean {
  if (!(error instanceof RingbinderError)) return true;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
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
