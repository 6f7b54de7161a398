import { effect } from '@preact/signals';
import type { StageView } from '@ringbinder/client/meet';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StageHandle } from '../../viewer/stage.tsx';
import type { View } from '../../viewer/view.ts';

interface FollowParts {
  frame: RefObject<HTMLElement | null>;
  view: View;
  handle: StageHandle | undefined;
  received: StageView | null;
  isLeading: boolean;
  send(view: StageView): void;
}

const SEND_MS = 100;
const MOVING_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown']);
const ZOOMING_KEYS = new Set(['Home', 'End', '+', '-', '0']);

export function useFollow(parts: FollowParts): { isFollowing: boolean; follow: () => void } {
  const { frame, view, handle, received, isLeading } = parts;
  const [isFollowing, setFollowing] = useState(true);
  const settled = useRef<StageView | null>(null);
  const sending = useRef(parts.send);
  sending.current = parts.send;
  const areaOf = () => frame.current?.querySelector<HTMLElement>('.stage') ?? undefined;

  useEffect(() => {
    const area = areaOf();
    if (!handle || !area || !received || !(isFollowing || isLeading)) return;
    const show = () => {
      bringIntoSight(handle, area, received);
      settled.current = viewOf(handle, area);
    };
    show();
    if (isLeading) return;
    const observer = new ResizeObserver(show);
    observer.observe(area);
    return () => observer.disconnect();
  }, [handle, received, isFollowing, isLeading]);

  useEffect(() => {
    const area = areaOf();
    if (!handle || !area || !isLeading) return;
    let timer = 0;
    const sendView = () => {
      timer = 0;
      const current = viewOf(handle, area);
      if (current.width <= 0 || current.height <= 0 || isAlike(current, settled.current)) return;
      settled.current = current;
      sending.current(current);
    };
    const soon = () => {
      timer ||= window.setTimeout(sendView, SEND_MS);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(area);
    area.addEventListener('scroll', soon, { passive: true });
    const stop = effect(() => {
      void view.scale.value;
      soon();
    });
    return () => {
      clearTimeout(timer);
      stop();
      observer.disconnect();
      area.removeEventListener('scroll', soon);
    };
  }, [handle, isLeading]);

  useEffect(() => {
    const { current } = frame;
    if (!handle || !current || isLeading || !isFollowing) return;
    const stop = () => setFollowing(false);
    const onKey = ({ key, target }: KeyboardEvent) => {
      const draws = target instanceof Element && target.closest('.draw-surface') !== null;
      if (ZOOMING_KEYS.has(key) || (MOVING_KEYS.has(key) && !draws)) stop();
    };
    const onPointer = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.draw-zoom, [data-tool=hand]')) stop();
    };
    current.addEventListener('wheel', stop, { passive: true });
    current.addEventListener('touchmove', stop, { passive: true });
    current.addEventListener('keydown', onKey);
    current.addEventListener('pointerdown', onPointer);
    return () => {
      current.removeEventListener('wheel', stop);
      current.removeEventListener('touchmove', stop);
      current.removeEventListener('keydown', onKey);
      current.removeEventListener('pointerdown', onPointer);
    };
  }, [handle, isLeading, isFollowing]);

  return { isFollowing, follow: () => setFollowing(true) };
}

function viewOf(handle: StageHandle, area: HTMLElement): StageView {
  const { left, top, right, bottom } = area.getBoundingClientRect();
  const one = handle.toPage({ clientX: left, clientY: top });
  const other = handle.toPage({ clientX: right, clientY: bottom });
  return {
    x: rounded((one.x + other.x) / 2),
    y: rounded((one.y + other.y) / 2),
    width: rounded(Math.abs(other.x - one.x)),
    height: rounded(Math.abs(other.y - one.y)),
  };
}

function bringIntoSight(handle: StageHandle, area: HTMLElement, { x, y, width, height }: StageView): void {
  const box = area.getBoundingClientRect();
  if (box.width <= 0 || box.height <= 0) return;
  handle.zoomTo(Math.min(box.width / width, box.height / height));
  const { clientX, clientY } = handle.toWindow({ x, y });
  handle.scrollBy(clientX - (box.left + box.width / 2), clientY - (box.top + box.height / 2));
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function isAlike(one: StageView, other: StageView | null): boolean {
  if (other === null) return false;
  const near = one.width / 500;
  return (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(one[key] - other[key]) <= near);
}
