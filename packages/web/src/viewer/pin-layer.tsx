import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useCloseOnBack } from '../design/close-on-back.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import type { CommentFocus, Thread } from './pins.ts';
import { useReturnedFocus } from './return-focus.ts';
import type { PagePoint, PageViewport } from './viewport.ts';

interface PinLayerProps {
  viewport: PageViewport;
  threads: readonly Thread[];
  focus: CommentFocus;
}

export function PinLayer({ viewport, threads, focus }: PinLayerProps) {
  const active = focus.active.value;
  const turns = viewport.quarterTurns.value;
  const draft = focus.draft.value;
  useLayoutEffect(() => {
    const place = threads.find(({ comments }) => comments.some(({ id }) => id === active))?.position;
    if (place) viewport.reveal(within(viewport, place));
  }, [active, threads.length]);
  return (
    <div class="stage-layer pins">
      {threads.map(({ comments, position, number, isResolved }) => {
        const [first] = comments;
        const isActive = comments.some(({ id }) => id === active);
        if (!position || (isResolved && !isActive)) return null;
        return (
          <button
            type="button"
            key={first.id}
            class="pin"
            style={styleOf(viewport, position, turns)}
            aria-pressed={isActive}
            aria-label={text.comments.pin(number ?? 0, first.user.name, excerpt(first.text, 80))}
            title={excerpt(first.text, 200)}
            onClick={() => focus.show(isActive ? undefined : first.id)}
          >
            <span>{number}</span>
          </button>
        );
      })}
      {draft && (
        <span class="pin draft" style={styleOf(viewport, draft, turns)} aria-hidden="true">
          <span>+</span>
        </span>
      )}
      {focus.isPlacing.value && <Placing viewport={viewport} focus={focus} />}
    </div>
  );
}

const STEPS = 50;

function Placing({ viewport, focus }: { viewport: PageViewport; focus: CommentFocus }) {
  const field = useRef<HTMLButtonElement>(null);
  const [cross, setCross] = useState<PagePoint>({ x: viewport.width / 2, y: viewport.height / 2 });
  const [byKeys, setByKeys] = useState(false);
  useReturnedFocus(field);
  useCloseOnBack(focus.stopPlacing);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const move = (x: number, y: number) => {
    const to = within(viewport, { x: cross.x + x, y: cross.y + y });
    setByKeys(true);
    setCross(to);
    viewport.reveal(to);
  };
  return (
    <button
      type="button"
      ref={field}
      class="placing"
      aria-label={text.comments.placing}
      onClick={(event) => {
        // Enter and space produce clicks without a position.
        if (event.detail === 0) focus.place(cross);
        else focus.place(within(viewport, viewport.toPage(event)));
      }}
      onKeyDown={(event) => {
        const step = ((event.shiftKey ? 5 : 1) * viewport.width) / STEPS;
        const moves: Readonly<Record<string, [number, number]>> = {
          ArrowLeft: [-1, 0],
          ArrowRight: [1, 0],
          ArrowUp: [0, -1],
          ArrowDown: [0, 1],
        };
        const direction = moves[event.key];
        if (direction) {
          const [x, y] = unrotated(direction, viewport.quarterTurns.peek());
          move(x * step, y * step);
        } else if (event.key === 'Escape') focus.stopPlacing();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <span class="cross" data-shown={byKeys} style={placeOf(viewport, cross)} />
    </button>
  );
}

function unrotated([x, y]: [number, number], turns: number): [number, number] {
  return turns === 0 ? [x, y] : unrotated([y, -x], turns - 1);
}

const placeOf = ({ width, height }: PageViewport, { x, y }: PagePoint) => ({
  left: `${(x / width) * 100}%`,
  top: `${(y / height) * 100}%`,
});

const styleOf = (viewport: PageViewport, place: PagePoint, turns: number) => ({
  ...placeOf(viewport, within(viewport, place)),
  transform: `rotate(${-90 * turns}deg) translateY(-100%)`,
});

/** The API allows positions outside the page. */
function within({ width, height }: PageViewport, { x, y }: PagePoint): PagePoint {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}
