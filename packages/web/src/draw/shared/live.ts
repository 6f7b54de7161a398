import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { EphemeralEvent } from '@ringbinder/client';
import type { BinderContext } from '../../binder/context.ts';
import { framesOf, type LiveShape, withFrame } from './strokes.ts';

/** A shape that somebody else is drawing, or has drawn a moment ago. */
export interface OthersStroke {
  uuid: string;
  name: string;
  shape: LiveShape;
  isOver: boolean;
}

/** Where somebody else points at. */
export interface OthersPointer {
  userId: string;
  name: string;
  x: number;
  y: number;
}

/** What others do on a page at this moment, and what they are told of oneself. */
export interface Live {
  /** By session. */
  readonly strokes: ReadonlySignal<ReadonlyMap<string, OthersStroke>>;
  readonly pointers: ReadonlySignal<ReadonlyMap<string, OthersPointer>>;
  /** Tells how a shape looks by now. */
  tellStroke(uuid: string, shape: LiveShape): void;
  /** The shape is drawn, or was given up. */
  endStroke(uuid: string, isKept: boolean): void;
  tellPointer(at: { x: number; y: number } | undefined): void;
  close(): void;
}

/** From one frame to the next: a connection may send 60 a second, of strokes and pointers together. */
const STROKE_MS = 25;
const POINTER_MS = 60;
/** A pen that rests says so, and whoever is not heard of for longer has gone. */
const RESTING_MS = 2_000;
const GONE_MS = 6_000;

/** Follows what others draw on a page and where they point. @param isShown whether an annotation is there */
export function followLive(
  { channel, id: binder_id }: BinderContext,
  pageId: number,
  annotations: ReadonlySignal<readonly { client_uuid: string }[]>,
): Live {
  const strokes = signal<ReadonlyMap<string, OthersStroke>>(new Map());
  const pointers = signal<ReadonlyMap<string, OthersPointer>>(new Map());
  const strokeAt = new Map<string, number>();
  const pointerAt = new Map<string, number>();

  function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
    if (!map.has(key)) return map;
    const next = new Map(map);
    next.delete(key);
    return next;
  }
  function forget(session: string): void {
    batch(() => {
      strokes.value = without(strokes.peek(), session);
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
    strokeAt.set(session_id, Date.now());
    const { client_uuid: uuid = '' } = data;
    const held = strokes.peek().get(session_id);
    const known = held?.uuid === uuid ? held : undefined;
    if (data.is_over) {
      const isKept = data.style !== 'cancelled' && !isThere(uuid);
      strokes.value =
        known && isKept
          ? new Map(strokes.peek()).set(session_id, { ...known, isOver: true })
          : without(strokes.peek(), session_id);
      return;
    }
    const shape = withFrame(known?.shape, data);
    if (!shape || isThere(uuid)) return;
    strokes.value = new Map(strokes.peek()).set(session_id, { uuid, name: user.name, shape, isOver: false });
  }

  const isThere = (uuid: string) => annotations.peek().some(({ client_uuid }) => client_uuid === uuid);

  const stops = [
    channel.onEphemeral(hear),
    channel.onState(({ status }) => {
      if (status === 'online') return;
      strokes.value = new Map();
      pointers.value = new Map();
    }),
    // What was drawn takes the place of what was seen of it meanwhile.
    effect(() => {
      const there = new Set(annotations.value.map(({ client_uuid }) => client_uuid));
      const left = [...strokes.peek()].filter(([, { uuid }]) => !there.has(uuid));
      if (left.length < strokes.peek().size) strokes.value = new Map(left);
    }),
  ];
  const sweeper = setInterval(() => {
    const oldest = Date.now() - GONE_MS;
    for (const session of strokes.peek().keys())
      if ((strokeAt.get(session) ?? 0) < oldest) strokes.value = without(strokes.peek(), session);
    for (const session of pointers.peek().keys())
      if ((pointerAt.get(session) ?? 0) < oldest) pointers.value = without(pointers.peek(), session);
  }, 1_000);

  let told = 0;
  let toldAt = 0;
  let drawn: { uuid: string; shape: LiveShape } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!drawn) return;
    toldAt = performance.now();
    const { uuid, shape } = drawn;
    for (const frame of framesOf(shape, told)) {
      const data = { ...frame.data, page_id: pageId, client_uuid: uuid };
      if (channel.publish({ binder_id, kind: 'stroke', data })) told = frame.told;
    }
    timer = setTimeout(tell, RESTING_MS);
  }

  let pointedAt = 0;
  let pointed: { x: number; y: number } | undefined;
  let pointing: ReturnType<typeof setTimeout> | undefined;
  function point(): void {
    pointing = undefined;
    pointedAt = performance.now();
    const points = pointed ? [Math.round(pointed.x * 10) / 10, Math.round(pointed.y * 10) / 10] : [];
    channel.publish({
      ...{ binder_id, kind: 'pointer' },
      data: { page_id: pageId, points, ...(pointed ? {} : { is_over: true }) },
    });
  }

  return {
    strokes,
    pointers,
    tellStroke(uuid, shape) {
      if (drawn?.uuid !== uuid) told = 0;
      drawn = { uuid, shape };
      const wait = STROKE_MS - (performance.now() - toldAt);
      if (wait <= 0) tell();
      else {
        clearTimeout(timer);
        timer = setTimeout(tell, wait);
      }
    },
    endStroke(uuid, isKept) {
      if (drawn?.uuid !== uuid) return;
      if (isKept) tell();
      clearTimeout(timer);
      timer = undefined;
      drawn = undefined;
      const data = { page_id: pageId, client_uuid: uuid, is_over: true };
      channel.publish({
        ...{ binder_id, kind: 'stroke' },
        data: isKept ? data : { ...data, style: 'cancelled' },
      });
    },
    tellPointer(at) {
      pointed = at;
      if (drawn) return;
      const wait = POINTER_MS - (performance.now() - pointedAt);
      if (wait <= 0 || !at) {
        clearTimeout(pointing);
        point();
      } else pointing ??= setTimeout(point, wait);
    },
    close() {
      if (pointed) this.tellPointer(undefined);
      clearTimeout(timer);
      clearTimeout(pointing);
      clearInterval(sweeper);
      for (const stop of stops) stop();
    },
  };
}
