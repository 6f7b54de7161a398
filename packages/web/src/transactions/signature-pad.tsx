import type { SignaturePlace } from '@ringbinder/protocol';
import {
  MAX_STROKE_NUMBERS,
  MAX_STROKES,
  MAX_TYPED_SIGNATURE,
  STROKE_UNITS,
  signatureArea,
} from '@ringbinder/protocol/signature-area.ts';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { signatures as text } from '../strings/messages/signatures.ts';

export interface EnteredSignature {
  base_file_id?: string;
  text?: string;
  strokes?: number[][];
}

/** Keyed by the ids of signature places. */
export type EnteredSignatures = Record<string, EnteredSignature>;

/** In units of strokes. Points closer together are omitted. */
const MIN_DISTANCE = 6;
/** Keeps the request below the server's limit. */
const MAX_NUMBERS = 6_000;

interface SignaturePadProps {
  place: SignaturePlace;
  name: string;
  value: EnteredSignature;
  wrong: string | undefined;
  change: (signature: EnteredSignature) => void;
}

export function SignaturePad({ place, name, value, wrong, change }: SignaturePadProps) {
  const id = useId();
  const { label, required } = place;
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (!wrong) setSeen(undefined);
  }, [wrong]);
  const problem = wrong === seen ? undefined : wrong;
  const set = (signature: EnteredSignature) => {
    setSeen(wrong);
    change(signature);
  };
  const isEmpty = !value.text && !value.strokes?.length;
  return (
    <fieldset class="signature">
      <legend dir="auto">{required ? label : text.optional(label)}</legend>
      <DrawingArea place={place} value={value} change={set} />
      <div class="signature-about">
        <span class="muted small">{text.draw}</span>
        <button
          type="button"
          class="button compact quiet"
          aria-label={text.clearOf(label)}
          aria-disabled={isEmpty}
          onClick={() => set({})}
        >
          {text.clear}
        </button>
      </div>
      <div class="field">
        <label for={id}>{text.type}</label>
        <input
          id={id}
          name={name}
          dir="auto"
          autocomplete="name"
          maxLength={MAX_TYPED_SIGNATURE}
          value={value.text ?? ''}
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={problem ? `${id}-wrong` : undefined}
          onInput={({ currentTarget: { value: typed } }) => set(typed ? { text: typed } : {})}
        />
        {problem && (
          <p class="wrong small" id={`${id}-wrong`}>
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  );
}

function DrawingArea({ place, value, change }: Pick<SignaturePadProps, 'place' | 'value' | 'change'>) {
  const drawing = useRef<number[] | undefined>(undefined);
  const { strokes = [] } = value;
  const latest = useRef(strokes);
  latest.current = strokes;
  const extend = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const stroke = drawing.current;
    if (!stroke) return;
    const { left, top, width, height } = (currentTarget as SVGElement).getBoundingClientRect();
    const x = within(((clientX - left) / width) * STROKE_UNITS);
    const y = within(((clientY - top) / height) * STROKE_UNITS);
    const [lastX, lastY] = stroke.slice(-2);
    if (lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < MIN_DISTANCE) return;
    const others = latest.current.filter((each) => each !== stroke);
    if (stroke.length + 2 > MAX_STROKE_NUMBERS || others.flat().length + stroke.length + 2 > MAX_NUMBERS)
      return;
    const longer = [...stroke, x, y];
    drawing.current = longer;
    latest.current = [...others, longer];
    change({ strokes: latest.current });
  };
  const end = () => {
    drawing.current = undefined;
  };
  return (
    <svg
      class="signature-pad"
      role="img"
      aria-label={text.pad(place.label)}
      viewBox={viewBoxOf(place)}
      onPointerDown={(event) => {
        if (event.button !== 0 || strokes.length >= MAX_STROKES) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drawing.current = [];
        extend(event);
      }}
      onPointerMove={extend}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <SignatureShape place={place} value={value} />
    </svg>
  );
}

const within = (value: number) => Math.min(STROKE_UNITS, Math.max(0, Math.round(value)));

const viewBoxOf = (place: SignaturePlace) => {
  const { width, height } = signatureArea(place);
  return `0 0 ${width} ${height}`;
};

export function SignaturePicture({ place, value }: { place: SignaturePlace; value: EnteredSignature }) {
  const name = value.text ? text.typed(place.label, value.text) : text.drawn(place.label);
  return (
    <svg class="signature-picture" role="img" aria-label={name} viewBox={viewBoxOf(place)}>
      <SignatureShape place={place} value={value} />
    </svg>
  );
}

function SignatureShape({ place, value }: { place: SignaturePlace; value: EnteredSignature }) {
  const { width, height } = signatureArea(place);
  if (value.text) {
    const size = Math.min(height * 0.6, 28, (1.8 * width) / value.text.length);
    return (
      <text x={width / 2} y={height / 2} font-size={size} text-anchor="middle" dominant-baseline="central">
        {value.text}
      </text>
    );
  }
  return <path d={(value.strokes ?? []).map((stroke) => pathOf(stroke, width, height)).join('')} />;
}

function pathOf(stroke: readonly number[], width: number, height: number): string {
  const points = Array.from({ length: stroke.length / 2 }, (_, index) => {
    const x = ((stroke[2 * index] ?? 0) / STROKE_UNITS) * width;
    const y = ((stroke[2 * index + 1] ?? 0) / STROKE_UNITS) * height;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  // A dot is a line without length.
  return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
}
