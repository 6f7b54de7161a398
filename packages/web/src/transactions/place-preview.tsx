import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useId, useRef } from 'preact/hooks';
import { signatures as words } from '../strings/messages/signatures.ts';
import { boxOf, type DraftPlace } from './signature-draft.ts';

interface PlacePreviewProps {
  place: DraftPlace;
  page: PageWithoutAnnotations;
  at: number;
  change: (place: DraftPlace) => void;
}

/** Distance per arrow key, in points. */
const STEP = 4;

const ARROWS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Shows the page with the place, which a click, a drag or the arrow keys move. */
export function PlacePreview({ place, page, at, change }: PlacePreviewProps) {
  const sheet = useRef<HTMLButtonElement>(null);
  const name = useId();
  const box = boxOf(place);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const move = (x: number, y: number) => change({ ...place, corner: { x, y } });
  const moveTo = ({ clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = (sheet.current as HTMLElement).getBoundingClientRect();
    move(
      ((clientX - left) / width) * page.width - box.width / 2,
      ((clientY - top) / height) * page.height - box.height / 2,
    );
  };
  return (
    <div class="place-figure">
      <button
        type="button"
        class="place-preview"
        ref={sheet}
        aria-labelledby={name}
        style={{ aspectRatio: `${page.width} / ${page.height}` }}
        onClick={(event) => {
          // Enter and space produce clicks without a position.
          if (event.detail > 0) moveTo(event);
        }}
        onKeyDown={(event) => {
          const [x, y] = ARROWS[event.key] ?? [];
          if (x === undefined || y === undefined) return;
          const by = event.shiftKey ? 5 : 1;
          move(box.x + by * x, box.y + by * y);
          event.preventDefault();
        }}
      >
        <img src={page.thumbnail_uri} alt="" />
        <span
          style={{
            left: percent(box.x, page.width),
            top: percent(box.y, page.height),
            width: percent(box.width, page.width),
            height: percent(box.height, page.height),
          }}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
          }}
        />
      </button>
      <p class="muted small" id={name}>
        {words.move(at)}
      </p>
    </div>
  );
}
