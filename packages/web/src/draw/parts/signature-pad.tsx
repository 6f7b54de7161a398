import { MAX_TYPED_SIGNATURE } from '@ringbinder/protocol/signature-area.ts';
import { useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { draw as text } from '../../strings/messages/draw.ts';
import type { Placeable } from '../editor/editor.ts';
import { boxOfPoints } from '../model/boxes.ts';
import type { StrokePoint } from '../model/shape.ts';
import { NO_PRESSURE, penPath } from '../model/stroke-path.ts';

type Chosen = NonNullable<Placeable['signature']>;

export function SignaturePad({ close, use }: { close: () => void; use: (signature: Chosen) => void }) {
  const pad = useRef<SVGSVGElement>(null);
  const [strokes, setStrokes] = useState<readonly (readonly StrokePoint[])[]>([]);
  const [name, setName] = useState('');
  const field = useId();
  const typed = name.trim();
  const isDown = useRef(false);
  const clear = () => {
    setStrokes([]);
    setName('');
  };
  const pointOf = ({ clientX, clientY, pointerType, pressure }: PointerEvent): StrokePoint => {
    const { left, top } = pad.current?.getBoundingClientRect() ?? new DOMRect();
    return [clientX - left, clientY - top, pointerType === 'pen' && pressure > 0 ? pressure : NO_PRESSURE];
  };
  return (
    <Dialog title={text.tools.signature} close={close} wide>
      <p class="muted small">{text.signatureHint}</p>
      <svg
        ref={pad}
        class="draw-pad"
        role="img"
        aria-label={text.signaturePad}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          isDown.current = true;
          setName('');
          setStrokes((before) => [...before, [pointOf(event)]]);
        }}
        onPointerMove={(event) => {
          if (!isDown.current) return;
          const points = (event.getCoalescedEvents?.() ?? [event]).map(pointOf);
          setStrokes((before) => [...before.slice(0, -1), [...(before.at(-1) ?? []), ...points]]);
        }}
        onPointerUp={() => {
          isDown.current = false;
        }}
      >
        {strokes.map((points, index) => (
          <path key={index} d={penPath(points, 3)} fill="currentColor" />
        ))}
        {typed && (
          <text class="draw-typed" x="50%" y="50%" font-size={Math.min(36, 480 / typed.length)}>
            {typed}
          </text>
        )}
      </svg>
      <div class="field">
        <label for={field}>{text.signatureType}</label>
        <input
          id={field}
          dir="auto"
          autocomplete="name"
          maxLength={MAX_TYPED_SIGNATURE}
          value={name}
          onInput={({ currentTarget: { value } }) => {
            setStrokes([]);
            setName(value);
          }}
        />
      </div>
      <div class="row end">
        <button type="button" class="button quiet" onClick={clear}>
          {text.signatureClear}
        </button>
        <button type="button" class="button" onClick={close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class="button primary"
          disabled={strokes.length === 0 && typed === ''}
          onClick={() => use(typed === '' ? cropped(strokes) : { text: typed })}
        >
          {text.signatureUse}
        </button>
      </div>
    </Dialog>
  );
}

function cropped(strokes: readonly (readonly StrokePoint[])[]): Chosen {
  const { x, y, width, height } = boxOfPoints(strokes.flat());
  const [wide, high] = [Math.max(width, 1), Math.max(height, 1)];
  return {
    strokes: strokes.map((points) =>
      points.map(([px, py, pressure]): StrokePoint => [(px - x) / wide, (py - y) / high, pressure]),
    ),
    ratio: Math.max(0.5, Math.min(12, wide / high)),
  };
}
