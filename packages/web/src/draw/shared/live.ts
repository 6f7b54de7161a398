import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { EphemeralEvent } from '@ringbinder/client';
import type { Annotation } from '@ringbinder/protocol';
import type { BinderContext } from '../../binder/context.ts';
import { framesOf, isLiveShape, isReshaping, type LiveSubject, withFrame } from './subject.ts';

export interface RemoteGesture {
  uuid: string;
  name: string;
  subject: LiveSubject;
  /** Markup by uuid when the gesture began. Different markup means that the change has arrived. */
  begunWith: ReadonlyMap<string, string | undefined>;
}

export function uuidsInProgress(
  { begunWith }: Pick<RemoteGesture, 'begunWith'>,
  markupOf: (uuid: string) => string | undefined,
): readonly string[] {
  return [...begunWith].flatMap(([uuid, markup]) => (markupOf(uuid) === markup ? [uuid] : []));
}

export interface OthersPointer {
  userId: string;
  name: string;
  x: number;
  y: number;
}

export interface Live {
  readonly gestures: ReadonlySignal<ReadonlyMap<string, RemoteGesture>>;
  readonly pointers: ReadonlySignal<ReadonlyMap<string, OthersPointer>>;
  /** @param uuid an annotation's id, or a gesture's id if it changes several annotations */
  send(uuid: string, subject: LiveSubject): void;
  end(uuid: string, isSaved: boolean): void;
  sendPointer(at: { x: number; y: number } | undefined): void;
  close(): void;
}

/** Both intervals together allow 57 frames per second. A connection may send 60. */
const GESTURE_MS = 25;
const POINTER_MS = 60;
/** A resting pen repeats the last frame, so that the gesture does not expire. */
const RESTING_MS = 2_000;
const EXPIRE_AFTER_MS = 6_000;

export function followLive(
  binder: Pick<BinderContext, 'channel' | 'id'>,
  pageId: number,
  annotations: VisibleAnnotations,
): Live {
  const page = { channel: binder.channel, binderId: binder.id, pageId };
  const others = new OthersOnPage(page, annotations);
  const gesture = new OwnGesture(page);
  const pointer = new OwnPointer(page);
  return {
    gestures: others.gestures,
    pointers: others.pointers,
    send: (uuid, subject) => gesture.send(uuid, subject),
    end: (uuid, isSaved) => gesture.end(uuid, isSaved),
    sendPointer: (at) => pointer.send(at),
    close() {
      gesture.close();
      pointer.close();
      others.close();
    },
  };
}

type VisibleAnnotations = ReadonlySignal<readonly Pick<Annotation, 'client_uuid' | 'svg_tag'>[]>;

interface LivePage {
  channel: BinderContext['channel'];
  binderId: string;
  pageId: number;
}

class OthersOnPage {
  readonly gestures = signal<ReadonlyMap<string, RemoteGesture>>(new Map());
  readonly pointers = signal<ReadonlyMap<string, OthersPointer>>(new Map());
  readonly #page: LivePage;
  readonly #annotations: VisibleAnnotations;
  readonly #gestureAt = new Map<string, number>();
  readonly #pointerAt = new Map<string, number>();
  readonly #sweeper = setInterval(() => this.#sweep(), 1_000);
  readonly #stops: readonly (() => void)[];

  constructor(page: LivePage, annotations: VisibleAnnotations) {
    this.#page = page;
    this.#annotations = annotations;
    this.#stops = [
      page.channel.onEphemeral((event) => this.#receive(event)),
      page.channel.onState(({ status }) => {
        if (status === 'online') return;
        this.gestures.value = new Map();
        this.pointers.value = new Map();
      }),
      effect(() => {
        annotations.value;
        const left = [...this.gestures.peek()].filter(([, gesture]) => !this.#isThere(gesture));
        if (left.length < this.gestures.peek().size) this.gestures.value = new Map(left);
      }),
    ];
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const stop of this.#stops) stop();
  }

  #receive({ kind, data, session_id, user, binder_id }: EphemeralEvent): void {
    if (binder_id !== this.#page.binderId) return;
    const isOfPage = data.page_id === this.#page.pageId;
    const isDrawing = kind === 'stroke' || kind === 'pointer';
    if ((kind === 'presence' && data.state === 'offline') || (isDrawing && !isOfPage))
      this.#forget(session_id);
    if (!isDrawing || !isOfPage) return;
    if (kind === 'pointer') this.#receivePointer(session_id, user, data);
    else this.#receiveStroke(session_id, user.name, data);
  }

  #receivePointer(session: string, { id: userId, name }: EphemeralEvent['user'], data: FrameData): void {
    this.#pointerAt.set(session, Date.now());
    const [x, y] = data.points ?? [];
    this.pointers.value =
      x === undefined || y === undefined || data.is_over
        ? without(this.pointers.peek(), session)
        : new Map(this.pointers.peek()).set(session, { userId, name, x, y });
  }

  #receiveStroke(session: string, name: string, data: FrameData): void {
    this.#gestureAt.set(session, Date.now());
    const { client_uuid: uuid = '' } = data;
    const gestures = this.gestures.peek();
    const current = gestures.get(session);
    const ongoing = current?.uuid === uuid ? current : undefined;
    if (data.is_over) {
      const isSaved = data.style !== 'cancelled' && ongoing !== undefined && !this.#isThere(ongoing);
      if (!isSaved) this.gestures.value = without(gestures, session);
      return;
    }
    const subject = withFrame(ongoing?.subject, data);
    // Ignore a frame that arrives after the annotation was stored.
    if (!subject || (isLiveShape(subject) && this.#markupOf(uuid) !== undefined)) return;
    const uuids = isReshaping(subject) ? subject.uuids : [uuid];
    const before = ongoing?.begunWith;
    const begunWith = new Map(
      uuids.map((each) => [each, before?.has(each) ? before.get(each) : this.#markupOf(each)]),
    );
    this.gestures.value = new Map(gestures).set(session, { uuid, name, subject, begunWith });
  }

  #forget(session: string): void {
    batch(() => {
      this.gestures.value = without(this.gestures.peek(), session);
      this.pointers.value = without(this.pointers.peek(), session);
    });
  }

  #sweep(): void {
    const oldest = Date.now() - EXPIRE_AFTER_MS;
    for (const session of this.gestures.peek().keys())
      if ((this.#gestureAt.get(session) ?? 0) < oldest)
        this.gestures.value = without(this.gestures.peek(), session);
    for (const session of this.pointers.peek().keys())
      if ((this.#pointerAt.get(session) ?? 0) < oldest)
        this.pointers.value = without(this.pointers.peek(), session);
  }

  #markupOf(uuid: string): string | undefined {
    return this.#annotations.peek().find(({ client_uuid }) => client_uuid === uuid)?.svg_tag;
  }

  #isThere({ begunWith }: RemoteGesture): boolean {
    return [...begunWith].every(([uuid, markup]) => this.#markupOf(uuid) !== markup);
  }
}

type FrameData = EphemeralEvent['data'];

class OwnGesture {
  readonly #page: LivePage;
  #current: { uuid: string; subject: LiveSubject } | undefined;
  #sent = 0;
  #sentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: LivePage) {
    this.#page = page;
  }

  send(uuid: string, subject: LiveSubject): void {
    if (this.#current?.uuid !== uuid) this.#sent = 0;
    this.#current = { uuid, subject };
    const wait = GESTURE_MS - (performance.now() - this.#sentAt);
    clearTimeout(this.#timer);
    if (wait <= 0) this.#sendNow();
    else this.#timer = setTimeout(() => this.#sendNow(), wait);
  }

  end(uuid: string, isSaved: boolean): void {
    if (this.#current?.uuid !== uuid) return;
    if (isSaved) this.#sendNow();
    clearTimeout(this.#timer);
    this.#current = undefined;
    this.#publish(uuid, { is_over: true, ...(!isSaved && { style: 'cancelled' }) });
  }

  close(): void {
    if (this.#current) this.end(this.#current.uuid, false);
    clearTimeout(this.#timer);
  }

  #sendNow(): void {
    clearTimeout(this.#timer);
    if (!this.#current) return;
    this.#sentAt = performance.now();
    const { uuid, subject } = this.#current;
    const frames = framesOf(subject, this.#sent);
    for (const { data, sentCount } of frames) if (this.#publish(uuid, data)) this.#sent = sentCount;
    // A gesture that needs several frames is sent proportionally less often.
    this.#sentAt += GESTURE_MS * Math.max(0, frames.length - 1);
    this.#timer = setTimeout(() => this.#sendNow(), RESTING_MS);
  }

  #publish(client_uuid: string, data: FrameData): boolean {
    const { channel, binderId: binder_id, pageId: page_id } = this.#page;
    return channel.publish({ binder_id, kind: 'stroke', data: { ...data, page_id, client_uuid } });
  }
}

class OwnPointer {
  readonly #page: LivePage;
  #at: { x: number; y: number } | undefined;
  #sentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: LivePage) {
    this.#page = page;
  }

  send(at: { x: number; y: number } | undefined): void {
    this.#at = at;
    const wait = POINTER_MS - (performance.now() - this.#sentAt);
    if (wait <= 0 || !at) {
      clearTimeout(this.#timer);
      this.#sendNow();
    } else this.#timer ??= setTimeout(() => this.#sendNow(), wait);
  }

  close(): void {
    if (this.#at) this.send(undefined);
    clearTimeout(this.#timer);
  }

  #sendNow(): void {
    this.#timer = undefined;
    this.#sentAt = performance.now();
    const { channel, binderId: binder_id, pageId: page_id } = this.#page;
    const data = this.#at
      ? { page_id, points: [rounded(this.#at.x), rounded(this.#at.y)] }
      : { page_id, points: [], is_over: true };
    channel.publish({ binder_id, kind: 'pointer', data });
  }
}

const rounded = (coordinate: number) => Math.round(coordinate * 10) / 10;

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}
