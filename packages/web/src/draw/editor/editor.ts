import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { drawOrder } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { followAnnotations, type PageAnnotations } from '../../annotations/page-annotations.ts';
import type { BinderContext } from '../../binder/context.ts';
import { kindOf } from '../../binder/page-kind.ts';
import { draw as text } from '../../strings/messages/draw.ts';
import { createHistory, type Edit, inverse } from '../model/history.ts';
import { isSameMarkup } from '../model/read.ts';
import type { Box, Note, Shape, Signature, TextShape } from '../model/shape.ts';
import type { Guide } from '../model/snapping.ts';
import { writeShape } from '../model/write.ts';
import { followLive, type Live, uuidsInProgress } from '../shared/live.ts';
import type { Gesture } from './gesture.ts';
import { createShapeCache, type ShapeEntry } from './shape-cache.ts';
import { FIRST_STYLE, type StampName, type Style, type Tool, unitOf } from './tools.ts';

export type TextLine = readonly Box[];

export interface Writing {
  uuid: string | undefined;
  shape: TextShape | Note;
}

export interface Placeable {
  stamp: StampName;
  signature: { strokes: Signature['strokes']; ratio: number } | { text: string } | undefined;
}

export interface Editor {
  readonly binder: BinderContext;
  readonly page: Pick<PageWithoutAnnotations, 'id' | 'width' | 'height' | 'type'>;
  /** A thousandth of the page's longer side, at least 0.25 page units. */
  readonly unit: number;
  readonly annotations: PageAnnotations;
  readonly live: Live;
  readonly tool: Signal<Tool>;
  readonly style: Signal<Style>;
  readonly placeable: Signal<Placeable>;
  readonly selection: Signal<ReadonlySet<string>>;
  readonly isCollecting: Signal<boolean>;
  readonly focused: Signal<string | undefined>;
  readonly pending: Signal<Gesture | undefined>;
  readonly draft: Signal<Shape | undefined>;
  readonly preview: Signal<ReadonlyMap<string, Shape>>;
  readonly erased: Signal<ReadonlySet<string>>;
  readonly marquee: Signal<Box | undefined>;
  readonly guides: Signal<readonly Guide[]>;
  readonly writing: Signal<Writing | undefined>;
  readonly crosshair: Signal<{ x: number; y: number } | undefined>;
  readonly hasGrid: Signal<boolean>;
  readonly announcement: Signal<string>;
  readonly hidden: ReadonlySignal<ReadonlySet<string>>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  shapes(): readonly ShapeEntry[];
  shapeOf(uuid: string): Shape | undefined;
  selected(): readonly ShapeEntry[];
  add(shape: Shape, uuid?: string): string;
  /** Successive changes with the same `series` form one undo step. */
  change(shapes: readonly ShapeEntry[], series?: string): void;
  remove(uuids: readonly string[]): void;
  undo(): void;
  redo(): void;
  announce(sentence: string): void;
  refuse(sentence: string): void;
  ruler: SVGSVGElement | null;
  textLines: readonly TextLine[];
  close(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

export function createEditor(
  binder: BinderContext,
  page: Editor['page'],
  onRefused: (sentence: string) => void,
): Editor {
  return new PageEditor(binder, page, onRefused);
}

class PageEditor implements Editor {
  readonly binder: BinderContext;
  readonly page: Editor['page'];
  readonly unit: number;
  readonly annotations: PageAnnotations;
  readonly live: Live;
  readonly refuse: (sentence: string) => void;
  readonly tool = signal<Tool>('select');
  readonly style = signal(FIRST_STYLE);
  readonly placeable = signal<Placeable>({ stamp: 'approved', signature: undefined });
  readonly selection = signal<ReadonlySet<string>>(NOTHING);
  readonly isCollecting = signal(false);
  readonly focused = signal<string>();
  readonly pending = signal<Gesture>();
  readonly draft = signal<Shape>();
  readonly preview = signal<ReadonlyMap<string, Shape>>(new Map());
  readonly erased = signal<ReadonlySet<string>>(NOTHING);
  readonly marquee = signal<Box>();
  readonly guides = signal<readonly Guide[]>([]);
  readonly writing = signal<Writing>();
  readonly crosshair = signal<{ x: number; y: number }>();
  readonly announcement = signal('');
  readonly hasGrid: Signal<boolean>;
  readonly hidden: ReadonlySignal<ReadonlySet<string>>;
  readonly canUndo = computed(() => this.#historyLength.value >= 0 && this.#history.canUndo);
  readonly canRedo = computed(() => this.#historyLength.value >= 0 && this.#history.canRedo);
  ruler: SVGSVGElement | null = null;
  textLines: readonly TextLine[] = [];
  readonly #history = createHistory();
  readonly #historyLength = signal(0);
  readonly #cache = createShapeCache(() => this.ruler);
  readonly #stop: () => void;

  constructor(binder: BinderContext, page: Editor['page'], onRefused: (sentence: string) => void) {
    this.binder = binder;
    this.page = page;
    this.unit = unitOf(page);
    this.hasGrid = signal(kindOf(page).isBoard === true);
    this.refuse = onRefused;
    this.annotations = followAnnotations(binder, page.id, { onRefused });
    this.live = followLive(binder, page.id, this.annotations.view);
    let hidden = NOTHING;
    this.hidden = computed(() => {
      hidden = sameOr(hidden, this.#drawnOtherwise());
      return hidden;
    });
    this.#stop = effect(() => {
      const there = new Set(this.annotations.view.value.map(({ client_uuid }) => client_uuid));
      const left = [...this.selection.peek()].filter((uuid) => there.has(uuid));
      if (left.length < this.selection.peek().size) this.selection.value = new Set(left);
      if (!there.has(this.focused.peek() ?? '')) this.focused.value = undefined;
    });
  }

  shapes(): readonly ShapeEntry[] {
    return this.#cache.shapesOf(this.annotations.view.peek());
  }

  shapeOf(uuid: string): Shape | undefined {
    const svg_tag = this.annotations.markupOf(uuid);
    return svg_tag === undefined
      ? undefined
      : this.#cache.shapesOf([{ client_uuid: uuid, svg_tag }])[0]?.shape;
  }

  selected(): readonly ShapeEntry[] {
    return this.shapes().filter(({ uuid }) => this.selection.peek().has(uuid));
  }

  add(shape: Shape, uuid: string = crypto.randomUUID()): string {
    if (!this.#mayChange()) return uuid;
    // On a full page, parsing all shapes takes longer than a frame.
    const orders = this.annotations.view.peek().map(({ svg_tag }) => drawOrder(svg_tag));
    const order = Math.max(0, ...orders);
    this.#perform([{ uuid, before: undefined, after: writeShape({ ...shape, order }) }]);
    this.announce(text.added(text.kinds[shape.kind]));
    return uuid;
  }

  change(shapes: readonly ShapeEntry[], series?: string): void {
    if (!this.#mayChange()) return;
    const edit = shapes.map(({ uuid, shape }) => ({
      uuid,
      before: this.annotations.markupOf(uuid),
      after: writeShape(shape),
    }));
    // A change must not restore a shape that another user removed.
    this.#perform(
      edit.filter(({ before, after }) => before !== undefined && !isSameMarkup(before, after)),
      series,
    );
  }

  remove(uuids: readonly string[]): void {
    if (!this.#mayChange()) return;
    const edit = uuids.map((uuid) => ({
      uuid,
      before: this.annotations.markupOf(uuid),
      after: undefined,
    }));
    this.#perform(edit.filter(({ before }) => before !== undefined));
    if (edit.length > 0) this.announce(text.removed(edit.length));
  }

  undo(): void {
    const edit = this.#history.takeUndo();
    if (edit) this.announce(text.undone);
    this.#goBack(edit && inverse(edit));
  }

  redo(): void {
    const edit = this.#history.takeRedo();
    if (edit) this.announce(text.redone);
    this.#goBack(edit);
  }

  announce(sentence: string): void {
    // Screen readers skip an unchanged text.
    this.announcement.value = this.announcement.peek() === sentence ? `${sentence}\u00a0` : sentence;
  }

  close(): void {
    this.#stop();
    this.live.close();
    this.annotations.close();
  }

  #mayChange(): boolean {
    return this.binder.canWrite.peek();
  }

  #drawnOtherwise(): ReadonlySet<string> {
    this.annotations.view.value;
    const uuid = this.writing.value?.uuid;
    const others = [...this.live.gestures.value.values()].flatMap((each) =>
      uuidsInProgress(each, this.annotations.markupOf),
    );
    const mine = [...this.preview.value.keys(), ...this.erased.value];
    return new Set([...mine, ...(uuid === undefined ? [] : [uuid]), ...others]);
  }

  /** The end of a pending gesture would overwrite the current change. */
  #cancelPending(): void {
    const waiting = this.pending.peek();
    if (!waiting) return;
    this.pending.value = undefined;
    this.crosshair.value = undefined;
    waiting.cancel();
  }

  #perform(edit: Edit, series?: string): void {
    if (edit.length === 0) return;
    this.#cancelPending();
    this.#history.add(edit, series);
    batch(() => {
      this.#historyLength.value++;
      for (const { uuid, after } of edit) this.annotations.put(uuid, after ?? null);
    });
  }

  /** Skips annotations that another user has changed since. */
  #goBack(edit: Edit | undefined): void {
    if (!edit) return;
    this.#cancelPending();
    const { annotations } = this;
    const isMine = ({ uuid, before }: Edit[number]) => isSameMarkup(annotations.markupOf(uuid), before);
    batch(() => {
      this.#historyLength.value++;
      for (const part of edit) if (isMine(part)) annotations.put(part.uuid, part.after ?? null);
    });
    if (!edit.every((part) => isSameMarkup(annotations.markupOf(part.uuid), part.after)))
      this.refuse(text.changedByOthers);
  }
}

/** An equal set is not replaced, because that would redraw. */
function sameOr<T>(current: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return current.size === other.size && [...other].every((each) => current.has(each)) ? current : other;
}
