import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { kindOf } from '../binder/page-kind.ts';

/** `scale` is in CSS pixels per page unit. */
export type Zoom = 'fit-page' | 'fit-width' | { scale: number };
export type QuarterTurns = 0 | 1 | 2 | 3;

interface Size {
  width: number;
  height: number;
}

/** CSS pixels per page unit at 100 %. Documents use points, and pictures use pixels. */
const naturalScale = (page: PageWithoutAnnotations) => (kindOf(page).isDocument ? 96 / 72 : 1);

const MIN_SCALE = 0.05;
const MAX_SCALE = 16;
const STEP = Math.SQRT2;

export interface View {
  zoom: ReadonlySignal<Zoom>;
  quarterTurns: ReadonlySignal<QuarterTurns>;
  scale: ReadonlySignal<number>;
  percent: ReadonlySignal<number>;
  show(page: PageWithoutAnnotations): void;
  setAvailableSize(size: Size): void;
  setScale(scale: number): void;
  setPercent(percent: number): void;
  fit(zoom: 'fit-page' | 'fit-width'): void;
  step(direction: 1 | -1): number;
  turn(): void;
}

export function createView(isFixed = false): View {
  const zoom = signal<Zoom>('fit-page');
  const quarterTurns = signal<QuarterTurns>(0);
  const available = signal<Size>({ width: 0, height: 0 });
  const page = signal<PageWithoutAnnotations>();
  const natural = computed(() => (page.value ? naturalScale(page.value) : 1));
  const within = (scale: number) =>
    Math.min(MAX_SCALE * natural.value, Math.max(MIN_SCALE * natural.value, scale));
  const scale = computed(() => {
    const { value: set } = zoom;
    if (typeof set === 'object') return within(set.scale);
    if (!page.value || available.value.width <= 0) return natural.value;
    const { width, height } = rotated(page.value, quarterTurns.value);
    const toWidth = available.value.width / width;
    const fitting = set === 'fit-width' ? toWidth : Math.min(toWidth, available.value.height / height);
    return within(kindOf(page.value).isImage ? Math.min(1, fitting) : fitting);
  });
  const setZoom = (value: Zoom) => {
    if (!isFixed) zoom.value = value;
  };
  const setScale = (value: number) => setZoom({ scale: within(value) });
  return {
    zoom,
    quarterTurns,
    scale,
    percent: computed(() => Math.round((scale.value / natural.value) * 100)),
    show(nextPage) {
      page.value = nextPage;
    },
    setAvailableSize(value) {
      const { width, height } = available.peek();
      if (value.width !== width || value.height !== height) available.value = value;
    },
    setScale,
    setPercent: (percent) => setScale((percent / 100) * natural.value),
    fit: setZoom,
    step: (direction) => within(scale.value * (direction === 1 ? STEP : 1 / STEP)),
    turn() {
      if (!isFixed) quarterTurns.value = ((quarterTurns.value + 1) % 4) as QuarterTurns;
    },
  };
}

export function rotated({ width, height }: Size, quarterTurns: QuarterTurns): Size {
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}
