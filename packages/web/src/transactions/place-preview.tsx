import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useId, useRef, useState } from 'preact/hooks';
import { signatures as words } from '../strings/messages/signatures.ts';
import { styleOfPlace } from './place-style.ts';
import { boxOf, type DraftPlace } from './signature-draft.ts';

interface PlacePreviewProps {
  place: DraftPlace;
  page: PageWithoutAnnotations;
  at: number;
  change: (place: DraftPlace) => void;
}

/** In points. */
const STEP = 4;

const ARROWS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

export function PlacePreview({ place, page, at, change }: PlacePreviewProps) {
  const sheet = useRef<HTMLButtonElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const name = useId();
  const [dragged, setDragged] = useState<DraftPlace['corner']>();
  const held = useRef({ x: 0, y: 0 });
  const box = boxOf(dragged ? { ...place, corner: dragged } : place);
  const move = (x: number, y: number) => change({ ...place, corner: { x, y } });
  const pointOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = (sheet.current as HTMLElement).getBoundingClientRect();
    return { x: ((clientX - left) / width) * page.width, y: ((clientY - top) / height) * page.height };
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
          // Clicks by Enter and space have no position. The mark can be dragged.
          if (event.detail === 0 || event.target === mark.current) return;
          const { x, y } = pointOf(event);
          move(x - box.width / 2, y - box.height / 2);
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
          style={styleOfPlace(box, page)}
          ref={mark}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            const { x, y } = pointOf(event);
            held.current = { x: x - box.x, y: y - box.y };
          }}
          onPointerMove={(event) => {
            if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
            const { x, y } = pointOf(event);
            setDragged({ x: x - held.current.x, y: y - held.current.y });
          }}
          onPointerUp={() => {
            if (dragged) move(box.x, box.y);
            setDragged(undefined);
          }}
          onPointerCancel={() => setDragged(undefined)}
        />
      </button>
      <p class="muted small" id={name}>
        {words.move(at)}
      </p>
    </div>
  );
}
