import { type ReadonlySignal, signal } from '@preact/signals';
import { type ConnectionState, errorOf, RingbinderError } from '@ringbinder/client';
import type { RealtimeEntry } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { type PageKey, storeUnsentChanges } from './unsent-changes.ts';

/** `markup` is null for a removal. */
export interface Change {
  markup: string | null;
  state: 'waiting' | 'sending' | 'answered';
  /** New annotations are drawn in this order. */
  place: number;
}

export interface QueueSession {
  client: BinderContext['client'];
  connection: ReadonlySignal<ConnectionState>;
  onRefused(sentence: string): void;
}

export interface ChangeQueue {
  readonly changes: ReadonlySignal<ReadonlyMap<string, Change>>;
  put(uuid: string, markup: string | null): void;
  resumeChanges(changes: Readonly<Record<string, string | null>>): void;
  /** While a view is registered, `changes` keeps a saved change until its log entry arrives. */
  follow(follower: Follower): () => void;
}

type Follower = Pick<BinderContext, 'replica' | 'state' | 'me'>;

const MAX_SENDING = 4;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 20_000;

export function createChangeQueue(session: QueueSession, page: PageKey, onIdle: () => void): ChangeQueue {
  return new PageChangeQueue(session, page, onIdle);
}

class PageChangeQueue implements ChangeQueue {
  readonly changes = signal<ReadonlyMap<string, Change>>(new Map());
  readonly #session: QueueSession;
  readonly #page: PageKey;
  readonly #onIdle: () => void;
  readonly #sending = new Set<string>();
  /**
   * For each annotation, counts the user's own log entries that have not arrived yet. Negative if a log entry
   * arrived before the response to its request.
   */
  readonly #expected = new Map<string, number>();
  readonly #followers: Follower[] = [];
  /**
   * Counts how often the last open view was closed. If this happens during a request, its log entry may reach
   * no view.
   */
  #absences = 0;
  #stopListening: (() => void) | undefined;
  readonly #stopConnection: () => void;
  #places = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: QueueSession, page: PageKey, onIdle: () => void) {
    this.#session = session;
    this.#page = page;
    this.#onIdle = onIdle;
    this.#stopConnection = session.connection.subscribe(({ status }) => {
      if (status === 'online') this.#wake();
    });
  }

  put(uuid: string, markup: string | null): void {
    const place = this.changes.peek().get(uuid)?.place ?? ++this.#places;
    this.#set(uuid, { markup, state: 'waiting', place });
    this.#drain();
  }

  resumeChanges(changes: Readonly<Record<string, string | null>>): void {
    for (const [uuid, markup] of Object.entries(changes))
      if (!this.changes.peek().has(uuid))
        this.#set(uuid, { markup, state: 'waiting', place: ++this.#places });
    this.#drain();
    this.#endWhenIdle();
  }

  follow(follower: Follower): () => void {
    this.#followers.push(follower);
    this.#listen();
    return () => {
      this.#followers.splice(this.#followers.indexOf(follower), 1);
      this.#listen();
      if (this.#followers.length > 0) return;
      this.#absences++;
      this.#settleAll();
      this.#endWhenIdle();
    };
  }

  #set(uuid: string, change: Change | undefined): void {
    const next = new Map(this.changes.peek());
    if (change) next.set(uuid, change);
    else next.delete(uuid);
    this.changes.value = next;
    const unsent = [...next].filter(([, { state }]) => state !== 'answered');
    storeUnsentChanges(this.#page, Object.fromEntries(unsent.map(([key, { markup }]) => [key, markup])));
  }

  #isNew(uuid: string): boolean {
    const annotations = this.#followers[0]?.state.peek()?.annotations[this.#page.pageId];
    return !annotations?.some(({ client_uuid }) => client_uuid === uuid);
  }

  #drain(): void {
    if (this.#timer !== undefined) return;
    for (const [uuid, change] of this.changes.peek()) {
      if (this.#sending.size >= MAX_SENDING) return;
      if (change.state !== 'waiting' || this.#sending.has(uuid)) continue;
      if (this.#isNew(uuid) && [...this.#sending].some((each) => this.#isNew(each))) continue;
      void this.#send(uuid, change);
    }
  }

  async #send(uuid: string, { markup, place }: Change): Promise<void> {
    const change: Change = { markup, place, state: 'sending' };
    const absence = this.#followers.length > 0 ? this.#absences : -1;
    this.#sending.add(uuid);
    this.#set(uuid, change);
    const error = await this.#call(uuid, markup).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('unknown'), // not shown
    );
    this.#sending.delete(uuid);
    // Compare only the markup, because undo and redo during the request may have restored it.
    const isCurrent = this.changes.peek().get(uuid)?.markup === markup;
    if (error === undefined) {
      this.#failures = 0;
      const isFollowed = absence === this.#absences;
      if (isFollowed) this.#expected.set(uuid, (this.#expected.get(uuid) ?? 0) + 1);
      if (isCurrent) this.#set(uuid, isFollowed ? { ...change, state: 'answered' } : undefined);
      this.#settle(uuid);
    } else if (isRetryable(error)) {
      if (isCurrent) this.#set(uuid, { ...change, state: 'waiting' });
      this.#timer ??= setTimeout(
        () => this.#wake(),
        Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++),
      );
    } else if (isCurrent) this.#refused(uuid, markup, error);
    this.#drain();
    this.#endWhenIdle();
  }

  async #call(client_uuid: string, markup: string | null): Promise<void> {
    const { api } = this.#session.client;
    const path = { binder_id: this.#page.binderId, page_id: this.#page.pageId };
    const one = '/{binder_id}/pages/{page_id}/annotations/{client_uuid}';
    const { error, response } =
      markup === null
        ? await api.DELETE(one, { params: { path: { ...path, client_uuid } } })
        : await api.POST('/{binder_id}/pages/{page_id}/annotations', {
            params: { path },
            body: { client_uuid, svg_tag: markup },
          });
    if (error !== undefined || !response.ok) throw errorOf(response.status, error);
  }

  #refused(uuid: string, markup: string | null, error: unknown): void {
    this.#expected.delete(uuid);
    this.#set(uuid, undefined);
    const isGone = markup === null && error instanceof RingbinderError && error.status === 404;
    if (!isGone) this.#session.onRefused(refusalOf(error).message);
  }

  #wake(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drain();
  }

  #settle(uuid: string): void {
    if ((this.#expected.get(uuid) ?? 0) > 0 || this.changes.peek().get(uuid)?.state !== 'answered') return;
    this.#expected.delete(uuid);
    this.#set(uuid, undefined);
  }

  #settleAll(): void {
    this.#expected.clear();
    for (const [uuid] of this.changes.peek()) this.#settle(uuid);
  }

  #receive(entries: readonly RealtimeEntry[]): void {
    for (const { kind, actor, body } of entries) {
      if (actor.id !== this.#page.userId) continue;
      if (kind !== 'page_annotated' && kind !== 'page_annotation_deleted') continue;
      const { page_id, client_uuid } = body as { page_id?: unknown; client_uuid?: unknown };
      if (page_id !== this.#page.pageId || typeof client_uuid !== 'string') continue;
      if (!this.changes.peek().has(client_uuid) && !this.#sending.has(client_uuid)) continue;
      this.#expected.set(client_uuid, (this.#expected.get(client_uuid) ?? 0) - 1);
      this.#settle(client_uuid);
    }
  }

  #listen(): void {
    this.#stopListening?.();
    this.#stopListening = this.#followers[0]?.replica.onChange((change) => {
      if (change.type === 'entries') this.#receive(change.entries);
      if (change.type === 'snapshot') this.#settleAll();
    });
  }

  #endWhenIdle(): void {
    if (this.#followers.length > 0 || this.changes.peek().size > 0) return;
    this.#stopConnection();
    this.#onIdle();
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof RingbinderError)) return true;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}
