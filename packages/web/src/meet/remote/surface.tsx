import type { ControlAbility, PresentedSurface, RemoteInput } from '@ringbinder/client/meet';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { meetingRemote as text } from '../../strings/messages/meeting-remote.ts';
import type { MeetSession } from '../session.ts';
import { createRemoteInput } from './input.ts';

interface RemoteSurfaceProps {
  session: MeetSession;
  presenterId: string;
  surface: PresentedSurface;
  abilities: readonly ControlAbility[];
}

/** Steps of the arrow keys, as fractions of the picture. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-0.02, 0],
  ArrowRight: [0.02, 0],
  ArrowUp: [0, -0.02],
  ArrowDown: [0, 0.02],
};

const PAGES: Readonly<Record<string, number>> = { PageUp: -480, PageDown: 480 };

export function RemoteSurface({ session, presenterId, surface, abilities }: RemoteSurfaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const input = useMemo(
    () =>
      createRemoteInput({
        tool: () => session.remote.tool.peek(),
        send: (done: RemoteInput) => session.connection()?.remote(presenterId, surface, done),
      }),
    [presenterId, surface],
  );
  useEffect(() => () => input.end(), [input]);
  const canScroll = abilities.includes('scroll');
  const presenter = session.state.value?.participants.find(({ id }) => id === presenterId);
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = element.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: within((clientX - left) / (width || 1)), y: within((clientY - top) / (height || 1)) };
  };
  return (
    <div
      ref={element}
      class="meet-remote-surface"
      role="application"
      aria-label={(canScroll ? text.scrolledSurface : text.surface)(presenter?.name ?? '')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles keys itself
      tabIndex={0}
      data-tool={session.remote.tool.value}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        input.down(placeOf(event));
      }}
      onPointerMove={(event) => input.move(placeOf(event))}
      onPointerUp={() => input.up()}
      onPointerCancel={() => input.up()}
      onPointerLeave={() => input.leave()}
      onWheel={(event) => {
        if (!canScroll) return;
        event.preventDefault();
        input.wheel(placeOf(event), event.deltaX, event.deltaY);
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        const pixels = canScroll ? PAGES[event.key] : undefined;
        if (!step && !pixels && event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        if (step) input.moveBy(...step);
        else if (pixels) input.scrollBy(event.shiftKey ? pixels : 0, event.shiftKey ? 0 : pixels);
        else input.press();
      }}
    />
  );
}

function within(value: number): number {
  return Math.max(0, Math.min(1, value));
}
