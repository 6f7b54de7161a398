import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { EphemeralEvent } from '@ringbinder/client';
import type { Annotation } from '@ringbinder/protocol';
import type { BinderContext } from '../../binder/context.ts';
import { framesOf, isDrawn, isReshaping, type LiveSubject, withFrame } from './subject.ts';

export interface RemoteGesture {
  /** Of the annotation that is made or written; of a drag of several, of the drag. */
  uuid: string;
  name: string;
  subject: LiveSubject;
  /** The markup that each annotation had when it began, by uuid: with another one what was done is there. */
  begunWith: ReadonlyMap<string, string | undefined>;
}

/** The annotations that somebody else holds or writes: those that are as they were when it began. */
export function uuidsHeld(
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

/** What others do on a page at this moment, and what they are told of oneself. */
export interface Live {
  /** By session. */
  readonly gestures: ReadonlySignal<ReadonlyMap<string, RemoteGesture>>;
  readonly pointers: ReadonlySignal<ReadonlyMap<string, OthersPointer>>;
  /** Tells how far something is by now. @param uuid of the annotation, or of the gesture where it is of several */
  tell(uuid: string, subject: LiveSubject): void;
  end(uuid: string, isKept: boolean): void;
  tellPointer(at: { x: number; y: number } | undefined): void;
  close(): void;
}

/** From one frame to the next: a connection may send 60 a second, and these are 57. */
const GESTURE_MS = 25;
const POINTER_MS = 60;
/** A pen that rests says so, and whoever is not heard of for longer has gone. */
const RESTING_MS = 2_000;
const GONE_MS = 6_000;

/** Follows what others do on a page and where they point. @param annotations those that are shown */
export function followLive(
  { channel, id: binder_id }: BinderContext,
  pageId: number,
  annotations: ReadonlySignal<readonly Pick<Annotation, 'client_uuid' | 'svg_tag'>[]>,
): Live {
  const gestures = signal<ReadonlyMap<string, RemoteGesture>>(new Map());
  const pointers = signal<ReadonlyMap<string, OthersPointer>>(new Map());
  const gestureAt = new Map<string, number>();
  const pointerAt = new Map<string, number>();

  function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
    if (!map.has(key)) return map;
    const next = new Map(map);
    next.delete(key);
    return next;
  }
  function forget(session: string): void {
    batch(() => {
      gestures.value = without(gestures.peek(), session);
      pointers.value = without(pointers.peek(), session);
    });
  }

  function hear({ kind, data, session_id, user, binder_id: of }: EphemeralEvent): void {
    if (of !== binder_id) return;
    const isOfPage = data.page_id === pageId;
    const isDrawing = kind === 'stroke' || kind === 'pointer';
    // Whoever has gone, or has gone to another page, draws on this one no more.
    if ((kind === 'presence' && data.state === 'offline') || (isDrawing && !isOfPage)) forget(session_id);
    if (!isDrawing || !isOfPage) return;
    if (kind === 'pointer') {
      pointerAt.set(session_id, Date.now());
      const [x, y] = data.points ?? [];
      pointers.value =
        x === undefined || y === undefined || data.is_over
          ? without(pointers.peek(), session_id)
          : new Map(pointers.peek()).set(session_id, { userId: user.id, name: user.name, x, y });
      return;
    }
    gestureAt.set(session_id, Date.now());
    const { client_uuid: uuid = '' } = data;
    const held = gestures.peek().get(session_id);
    const known = held?.uuid === uuid ? held : undefined;
    if (data.is_over) {
      const isKept = data.style !== 'cancelled' && known !== undefined && !isThere(known);
      if (!isKept) gestures.value = without(gestures.peek(), session_id);
      return;
    }
    const subject = withFrame(known?.subject, data);
    if (!subject) return;
    const uuids = isReshaping(subject) ? subject.uuids : [uuid];
    const before = known?.begunWith;
    const begunWith = new Map(
      uuids.map((each) => [each, before?.has(each) ? before.get(each) : markupOf(each)]),
    );
    // A frame may come after what it was a part of.
    if (isDrawn(subject) && markupOf(uuid) !== undefined) return;
    const gesture = { uuid, name: user.name, subject, begunWith };
    gestures.value = new Map(gestures.peek()).set(session_id, gesture);
  }

  const markupOf = (uuid: string) =>
    annotations.peek().find(({ client_uuid }) => client_uuid === uuid)?.svg_tag;
  /** Whether what was done is there: each annotation is another one than it was. */
  const isThere = ({ begunWith }: RemoteGesture) =>
    [...begunWith].every(([uuid, markup]) => markupOf(uuid) !== markup);

  const stops = [
    channel.onEphemeral(hear),
    channel.onState(({ status }) => {
      if (status === 'online') return;
      gestures.value = new Map();
      pointers.value = new Map();
    }),
    // What was done takes the place of what was seen of it meanwhile.
    effect(() => {
      annotations.value;
      const left = [...gestures.peek()].filter(([, gesture]) => !isThere(gesture));
      if (left.length < gestures.peek().size) gestures.value = new Map(left);
    }),
  ];
  const sweeper = setInterval(() => {
    const oldest = Date.now() - GONE_MS;
    for (const session of gestures.peek().keys())
      if ((gestureAt.get(session) ?? 0) < oldest) gestures.value = without(gestures.peek(), session);
    for (const session of pointers.peek().keys())
      if ((pointerAt.get(session) ?? 0) < oldest) pointers.value = without(pointers.peek(), session);
  }, 1_000);

  let told = 0;
  let toldAt = 0;
  let doing: { uuid: string; subject: LiveSubject } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function tellNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!doing) return;
    toldAt = performance.now();
    const { uuid, subject } = doing;
    const frames = framesOf(subject, told);
    for (const frame of frames) {
      const data = { ...frame.data, page_id: pageId, client_uuid: uuid };
      if (channel.publish({ binder_id, kind: 'stroke', data })) told = frame.told;
    }
    // What takes several frames is told as seldom as its frames are many.
    toldAt += GESTURE_MS * Math.max(0, frames.length - 1);
    timer = setTimeout(tellNow, RESTING_MS);
  }

  let pointedAt = 0;
  let pointed: { x: number; y: number } | undefined;
  let pointing: ReturnType<typeof setTimeout> | undefined;
  function point(): void {
    pointing = undefined;
    pointedAt = performance.now();
    const points = pointed ? [Math.round(pointed.x * 10) / 10, Math.round(pointed.y * 10) / 10] : [];
    channel.publish({
      binder_id,
      kind: 'pointer',
      data: { page_id: pageId, points, ...(pointed ? {} : { is_over: true }) },
    });
  }

  return {
    gestures,
    pointers,
    tell(uuid, subject) {
      if (doing?.uuid !== uuid) told = 0;
      doing = { uuid, subject };
      const wait = GESTURE_MS - (performance.now() - toldAt);
      if (wait <= 0) tellNow();
      else {
        clearTimeout(timer);
        timer = setTimeout(tellNow, wait);
      }
    },
    end(uuid, isKept) {
      if (doing?.uuid !== uuid) return;
      if (isKept) tellNow();
      clearTimeout(timer);
      timer = undefined;
      doing = undefined;
      const data = { page_id: pageId, client_uuid: uuid, is_over: true };
      channel.publish({
        binder_id,
        kind: 'stroke',
        data: isKept ? data : { ...data, style: 'cancelled' },
      });
    },
    tellPointer(at) {
      pointed = at;
      const wait = POINTER_MS - (performance.now() - pointedAt);
      if (wait <= 0 || !at) {
        clearTimeout(pointing);
        point();
      } else pointing ??= setTimeout(point, wait);
    },
    close() {
      if (doing) this.end(doing.uuid, false);
      if (pointed) this.tellPointer(undefined);
      clearTimeout(timer);
      clearTimeout(pointing);
      clearInterval(sweeper);
      for (const stop of stops) stop();
    },
  };
}
