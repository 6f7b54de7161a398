import { type ReadonlySignal, signal } from '@preact/signals';
import { type ConnectionState, errorOf, RingbinderError } from '@ringbinder/client';
import type { RealtimeEntry } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { keepChanges, type PageKey } from './kept.ts';

/** A change of one's own of which the log has not told yet. `markup` is null for what is removed. */
export interface Change {
  markup: string | null;
  state: 'waiting' | 'sending' | 'answered';
  /** When it was drawn first, as far as it is new; for the order among those that are. */
  place: number;
}

/** What a queue needs of whoever is signed in. */
export interface QueueSession {
  client: BinderContext['client'];
  connection: ReadonlySignal<ConnectionState>;
  /** A change was refused and is not shown any more. */
  onRefused(sentence: string): void;
}

/** The changes of one's own on a page that are on their way, whether the page is shown or not. */
export interface ChangeQueue {
  readonly changes: ReadonlySignal<ReadonlyMap<string, Change>>;
  /** Shows a change at once and sends it, after what was done before. Null removes the annotation. */
  put(uuid: string, markup: string | null): void;
  /** What an earlier visit has left; what was done since goes before it. */
  takeUp(changes: Readonly<Record<string, string | null>>): void;
  /** From now on what is answered is shown until the replica has its entry. Gives the function that ends it. */
  follow(follower: Follower): () => void;
}

type Follower = Pick<BinderContext, 'replica' | 'state' | 'me'>;

/** Changes that are on their way at once. Those of one annotation, and new ones, go one after the other. */
const MAX_SENDING = 4;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 20_000;

/**
 * Sends what is drawn on a page. What cannot be sent now is kept in the browser and sent when there is a connection
 * again; a change that was made after another one of the same annotation takes its place.
 * @param onIdle nothing is on its way any more, and nobody follows
 */
export function createChangeQueue(
  { client, connection, onRefused }: QueueSession,
  page: PageKey,
  onIdle: () => void,
): ChangeQueue {
  const changes = signal<ReadonlyMap<string, Change>>(new Map());
  const sending = new Set<string>();
  /** How many entries of one's own the log has still to tell, by uuid. The entry may come before the answer. */
  const untold = new Map<string, number>();
  const followers: Follower[] = [];
  /** Counts how often the last follower has left: what was sent before that is shown by the log, or by nobody. */
  let absences = 0;
  let stopListening = (): void => undefined;
  let places = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(uuid: string, change: Change | undefined): void {
    const next = new Map(changes.peek());
    if (change) next.set(uuid, change);
    else next.delete(uuid);
    changes.value = next;
    const unsent = [...next].filter(([, { state }]) => state !== 'answered');
    keepChanges(page, Object.fromEntries(unsent.map(([key, { markup }]) => [key, markup])));
  }

  function isNew(uuid: string): boolean {
    const told = followers[0]?.state.peek()?.annotations[page.pageId];
    return !told?.some(({ client_uuid }) => client_uuid === uuid);
  }

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
    const absence = followers.length > 0 ? absences : -1;
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
      if (absence === absences) untold.set(uuid, (untold.get(uuid) ?? 0) + 1);
      if (isCurrent) set(uuid, absence === absences ? { ...change, state: 'answered' } : undefined);
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
    endWhenIdle();
  }

  async function call(client_uuid: string, markup: string | null): Promise<void> {
    const path = { binder_id: page.binderId, page_id: page.pageId };
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

  function settleAll(): void {
    untold.clear();
    for (const [uuid] of changes.peek()) settle(uuid);
  }

  function hear(entries: readonly RealtimeEntry[]): void {
    for (const { kind, actor, body } of entries) {
      if (actor.id !== page.userId || (kind !== 'page_annotated' && kind !== 'page_annotation_deleted'))
        continue;
      const { page_id, client_uuid } = body as { page_id?: unknown; client_uuid?: unknown };
      if (page_id !== page.pageId || typeof client_uuid !== 'string') continue;
      if (!changes.peek().has(client_uuid) && !sending.has(client_uuid)) continue;
      untold.set(client_uuid, (untold.get(client_uuid) ?? 0) - 1);
      settle(client_uuid);
    }
  }

  /** One of those that follow is listened to: all tell the same. */
  function listen(): void {
    stopListening();
    const stop = followers[0]?.replica.onChange((change) => {
      if (change.type === 'entries') hear(change.entries);
      // It has all that was answered.
      if (change.type === 'snapshot') settleAll();
    });
    stopListening = () => stop?.();
  }

  function endWhenIdle(): void {
    if (followers.length > 0 || changes.peek().size > 0) return;
    stopConnection();
    onIdle();
  }

  const stopConnection = connection.subscribe(({ status }) => {
    if (status === 'online') wake();
  });

  return {
    changes,
    put(uuid, markup) {
      const place = changes.peek().get(uuid)?.place ?? ++places;
      set(uuid, { markup, state: 'waiting', place });
      drain();
    },
    takeUp(left) {
      for (const [uuid, markup] of Object.entries(left))
        if (!changes.peek().has(uuid)) set(uuid, { markup, state: 'waiting', place: ++places });
      drain();
      endWhenIdle();
    },
    follow(follower) {
      followers.push(follower);
      listen();
      return () => {
        followers.splice(followers.indexOf(follower), 1);
        listen();
        if (followers.length > 0) return;
        absences++;
        settleAll();
        endWhenIdle();
      };
    },
  };
}

/** Whether a call may succeed when it is made again later. */
function mayComeRight(error: unknown): boolean {
  if (!(error instanceof RingbinderError)) return true;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}
