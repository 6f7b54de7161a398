import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { drawOrder } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { followAnnotations, type PageAnnotations } from '../../annotations/page-annotations.ts';
import type { BinderContext } from '../../binder/context.ts';
import { kindOf } from '../../binder/page-kind.ts';
import { draw as text } from '../../strings/en/draw.ts';
import { createHistory, type Edit, inverse } from '../model/history.ts';
import { isSameMarkup } from '../model/read.ts';
import type { Box, Note, Shape, Signature, TextShape } from '../model/shape.ts';
import { writeShape } from '../model/write.ts';
import { followLive, type Live, uuidsHeld } from '../shared/live.ts';
import { createShapeCache, type NamedShape } from './shape-cache.ts';
import { FIRST_STYLE, type Style, type Tool, unitOf } from './tools.ts';

export type TextLine = readonly Box[];

export interface Writing {
  uuid: string | undefined;
  shape: TextShape | Note;
}

export interface Placeable {
  stamp: string;
  signature: { strokes: Signature['strokes']; ratio: number } | undefined;
}

export interface Editor {
  readonly binder: BinderContext;
  readonly page: Pick<PageWithoutAnnotations, 'id' | 'width' | 'height' | 'type'>;
  /** A thousandth of the page's longer side. */
  readonly unit: number;
  readonly annotations: PageAnnotations;
  readonly live: Live;
  readonly tool: Signal<Tool>;
  readonly style: Signal<Style>;
  readonly placeable: Signal<Placeable>;
  readonly selection: Signal<ReadonlySet<string>>;
  readonly draft: Signal<Shape | undefined>;
  readonly preview: Signal<ReadonlyMap<string, Shape>>;
  /** What the eraser has touched. */
  readonly erased: Signal<ReadonlySet<string>>;
  readonly marquee: Signal<Box | undefined>;
  readonly writing: Signal<Writing | undefined>;
  /** Where keys have moved the crosshair of a tool. */
  readonly crosshair: Signal<{ x: number; y: number } | undefined>;
  readonly hasGrid: Signal<boolean>;
  readonly announcement: Signal<string>;
  /** Annotations that are drawn otherwise at the moment. */
  readonly hidden: ReadonlySignal<ReadonlySet<string>>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  shapes(): readonly NamedShape[];
  shapeOf(uuid: string): Shape | undefined;
  selected(): readonly NamedShape[];
  add(shape: Shape, uuid?: string): string;
  /** Shapes become others. What has the same `series` as the change before is undone with it. */
  change(shapes: readonly NamedShape[], series?: string): void;
  remove(uuids: readonly string[]): void;
  undo(): void;
  redo(): void;
  say(sentence: string): void;
  /** Says why something came to nothing, to everybody. */
  refuse(sentence: string): void;
  ruler: SVGSVGElement | null;
  textLines: readonly TextLine[];
  close(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Opens a page for drawing. @param onRefused is told why a change came to nothing */
export function createEditor(
  binder: BinderContext,
  page: Editor['page'],
  onRefused: (sentence: string) => void,
): Editor {
  const annotations = followAnnotations(binder, page.id, { onRefused });
  const live = followLive(binder, page.id, annotations.view);
  const history = createHistory();
  const historyLength = signal(0);
  const selection = signal<ReadonlySet<string>>(NOTHING);
  const preview = signal<ReadonlyMap<string, Shape>>(new Map());
  const erased = signal<ReadonlySet<string>>(NOTHING);
  const writing = signal<Writing>();
  const announcement = signal('');
  const cache = createShapeCache(() => editor.ruler);

  function perform(edit: Edit, series?: string): void {
    if (edit.length === 0) return;
    history.add(edit, series);
    batch(() => {
      historyLength.value++;
      for (const { uuid, after } of edit) annotations.put(uuid, after ?? null);
    });
  }

  /** What others changed meanwhile stays as they made it. */
  function goBack(edit: Edit | undefined): void {
    if (!edit) return;
    const isMine = ({ uuid, before }: Edit[number]) => isSameMarkup(annotations.markupOf(uuid), before);
    batch(() => {
      historyLength.value++;
      for (const part of edit) if (isMine(part)) annotations.put(part.uuid, part.after ?? null);
    });
    if (!edit.every((part) => isSameMarkup(annotations.markupOf(part.uuid), part.after)))
      onRefused(text.changedByOthers);
  }

  const mayChange = () => binder.canWrite.peek();
  const shapes = () => cache.shapesOf(annotations.view.peek());

  let hidden = NOTHING;
  const stop = effect(() => {
    const there = new Set(annotations.view.value.map(({ client_uuid }) => client_uuid));
    const left = [...selection.peek()].filter((uuid) => there.has(uuid));
    if (left.length < selection.peek().size) selection.value = new Set(left);
  });

  const editor: Editor = {
    binder,
    page,
    annotations,
    live,
    selection,
    preview,
    erased,
    writing,
    announcement,
    unit: unitOf(page),
    refuse: onRefused,
    tool: signal<Tool>('select'),
    style: signal(FIRST_STYLE),
    placeable: signal<Placeable>({ stamp: text.stamps[0], signature: undefined }),
    draft: signal(),
    marquee: signal(),
    crosshair: signal(),
    hasGrid: signal(kindOf(page).isBoard === true),
    ruler: null,
    textLines: [],
    hidden: computed(() => {
      annotations.view.value;
      const uuid = writing.value?.uuid;
      const others = [...live.gestures.value.values()].flatMap((each) =>
        uuidsHeld(each, annotations.markupOf),
      );
      const mine = [...preview.value.keys(), ...erased.value, ...(uuid === undefined ? [] : [uuid])];
      hidden = sameOr(hidden, new Set([...mine, ...others]));
      return hidden;
    }),
    canUndo: computed(() => historyLength.value >= 0 && history.canUndo),
    canRedo: computed(() => historyLength.value >= 0 && history.canRedo),
    shapes,
    shapeOf(uuid) {
      const svg_tag = annotations.markupOf(uuid);
      return svg_tag === undefined ? undefined : cache.shapesOf([{ client_uuid: uuid, svg_tag }])[0]?.shape;
    },
    selected: () => shapes().filter(({ uuid }) => selection.peek().has(uuid)),
    add(shape, uuid = crypto.randomUUID()) {
      if (!mayChange()) return uuid;
      // Not of the shapes: to read all of a full page takes longer than a frame.
      const order = Math.max(0, ...annotations.view.peek().map(({ svg_tag }) => drawOrder(svg_tag)));
      perform([{ uuid, before: undefined, after: writeShape({ ...shape, order }) }]);
      editor.say(text.added(text.kinds[shape.kind]));
      return uuid;
    },
    change(changed, series) {
      if (!mayChange()) return;
      const edit = changed.map(({ uuid, shape }) => ({
        uuid,
        before: annotations.markupOf(uuid),
        after: writeShape(shape),
      }));
      // What somebody removed meanwhile does not come back by a change of it.
      perform(
        edit.filter(({ before, after }) => before !== undefined && !isSameMarkup(before, after)),
        series,
      );
    },
    remove(uuids) {
      if (!mayChange()) return;
      const edit = uuids.map((uuid) => ({ uuid, before: annotations.markupOf(uuid), after: undefined }));
      perform(edit.filter(({ before }) => before !== undefined));
      if (edit.length > 0) editor.say(text.removed(edit.length));
    },
    undo() {
      const edit = history.takeUndo();
      if (edit) editor.say(text.undone);
      goBack(edit && inverse(edit));
    },
    redo() {
      const edit = history.takeRedo();
      if (edit) editor.say(text.redone);
      goBack(edit);
    },
    say(sentence) {
      // The same twice is said twice.
      announcement.value = announcement.peek() === sentence ? `${sentence}\u00a0` : sentence;
    },
    close() {
      stop();
      live.close();
      annotations.close();
    },
  };
  return editor;
}

/** The set that was there where another one has the same in it: then nothing is drawn anew. */
function sameOr<T>(known: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return known.size === other.size && [...other].every((each) => known.has(each)) ? known : other;
}
