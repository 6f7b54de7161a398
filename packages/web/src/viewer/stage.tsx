import { effect } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { pageToView, turnTransform, viewToPage } from './geometry.ts';
import { listenForGestures } from './gestures.ts';
import { useReturnedFocus } from './return-focus.ts';
import { rotated, type View } from './view.ts';
import type { PagePoint, PageViewport } from './viewport.ts';

export interface StageHandle extends PageViewport {
  zoomTo(scale: number, about?: { clientX: number; clientY: number }): void;
  /** In CSS pixels. Returns true if the page moved. */
  scrollBy(left: number, top: number): boolean;
  focus(): void;
  scrollLeft(): number;
}

interface StageProps {
  page: PageWithoutAnnotations;
  view: View;
  label: string;
  content: (viewport: PageViewport) => ComponentChildren;
  children?: (viewport: PageViewport) => ComponentChildren;
  swipe?: (direction: 1 | -1) => void;
  turn?: (direction: 1 | -1) => unknown;
  start?: { current: ScrollToOptions };
  handle?: (stage: StageHandle | undefined) => void;
}

const MARGIN = 16;

export function Stage({ page, view, label, content, children, swipe, turn, start, handle }: StageProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const turns = useRef({ swipe, turn });
  turns.current = { swipe, turn };
  useReturnedFocus(scroller, '.stage');
  const stage = useMemo(() => createHandle(page, view, scroller, sheet), [page.id]);

  useLayoutEffect(() => {
    view.show(page);
  }, [page, view]);

  useLayoutEffect(() => {
    const [area, outer, inner] = [scroller.current, sheet.current, surface.current];
    if (!area || !outer || !inner) return;
    const measure = () =>
      view.setAvailableSize({ width: area.clientWidth - 2 * MARGIN, height: area.clientHeight - 2 * MARGIN });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    const stop = effect(() => {
      const scale = view.scale.value;
      const quarterTurns = view.quarterTurns.value;
      const { width, height } = rotated(page, quarterTurns);
      outer.style.width = `${width * scale}px`;
      outer.style.height = `${height * scale}px`;
      inner.style.width = `${page.width * scale}px`;
      inner.style.height = `${page.height * scale}px`;
      inner.style.transform = turnTransform({ ...page, quarterTurns, scale });
    });
    if (start) area.scrollTo(start.current);
    const release = listenForGestures(area, {
      view,
      zoomTo: stage.zoomTo,
      swipe: (direction) => turns.current.swipe?.(direction),
      turn: (direction) => turns.current.turn?.(direction),
    });
    handle?.(stage);
    return () => {
      handle?.(undefined);
      release();
      stop();
      observer.disconnect();
    };
  }, [page.id, page.width, page.height, view, stage]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable areas
    <section class="stage" ref={scroller} aria-label={label} aria-description={page.description} tabIndex={0}>
      <div class="stage-content">
        <div class="stage-sheet" ref={sheet}>
          <div class="stage-page" ref={surface}>
            {content(stage)}
            {children?.(stage)}
          </div>
        </div>
      </div>
    </section>
  );
}

function createHandle(
  page: PageWithoutAnnotations,
  view: View,
  scroller: { current: HTMLElement | null },
  sheet: { current: HTMLElement | null },
): StageHandle {
  const { id: pageId, width, height } = page;
  const currentView = () => ({
    width,
    height,
    quarterTurns: view.quarterTurns.peek(),
    scale: view.scale.peek(),
  });
  const corner = () => sheet.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const toPage = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = corner();
    return viewToPage(currentView(), clientX - left, clientY - top);
  };
  const toWindow = (point: PagePoint) => {
    const { left, top } = corner();
    const at = pageToView(currentView(), point);
    return { clientX: left + at.left, clientY: top + at.top };
  };
  const middle = () => {
    const { left, top, width, height } = scroller.current?.getBoundingClientRect() ?? new DOMRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const scrollBy = (left: number, top: number) => {
    const area = scroller.current;
    if (!area) return false;
    const before = [area.scrollLeft, area.scrollTop];
    area.scrollLeft += left;
    area.scrollTop += top;
    return area.scrollLeft !== before[0] || area.scrollTop !== before[1];
  };
  return {
    pageId,
    width,
    height,
    scale: view.scale,
    quarterTurns: view.quarterTurns,
    toPage,
    toWindow,
    scrollBy,
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollLeft: () => scroller.current?.scrollLeft ?? 0,
    reveal(point) {
      const area = scroller.current?.getBoundingClientRect();
      if (!area) return;
      const { clientX, clientY } = toWindow(point);
      const isVisible =
        clientX > area.left + MARGIN &&
        clientX < area.right - MARGIN &&
        clientY > area.top + MARGIN &&
        clientY < area.bottom - MARGIN;
      const { clientX: x, clientY: y } = middle();
      if (!isVisible) scrollBy(clientX - x, clientY - y);
    },
    zoomTo(scale, about = middle()) {
      const point = toPage(about);
      view.setScale(scale);
      const { clientX, clientY } = toWindow(point);
      scrollBy(clientX - about.clientX, clientY - about.clientY);
    },
  };
}
