import type { Signal } from '@preact/signals';
import { cutTime } from '../design/clock-time.ts';
import { clip as text } from '../strings/messages/clip.ts';

/** Minimum length in seconds. */
const SHORTEST = 1;
const STEP = 0.1;

interface TrimProps {
  seconds: number;
  stills: readonly string[];
  start: Signal<number>;
  end: Signal<number>;
  show: (seconds: number) => void;
}

/** Two handles over thumbnails select the part to keep. */
export function Trim({ seconds, stills, start, end, show }: TrimProps) {
  const most = Math.round(seconds * 10) / 10;
  const set = (which: Signal<number>, value: number) => {
    which.value = Math.round(value * 10) / 10;
    show(which.value);
  };
  const cover = (element: HTMLElement | null, part: number) => {
    if (element) element.style.width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  };
  return (
    <div class="clip-trim">
      <div class="clip-strip" aria-hidden="true">
        {stills.map((still) => (
          <img key={still} src={still} alt="" draggable={false} />
        ))}
        <span class="clip-cut" ref={(element) => cover(element, start.value / most)} />
        <span class="clip-cut end" ref={(element) => cover(element, 1 - end.value / most)} />
      </div>
      <input
        type="range"
        aria-label={text.trimStart}
        aria-valuetext={cutTime(start.value)}
        min={0}
        max={most}
        step={STEP}
        value={start.value}
        onInput={({ currentTarget }) => {
          const value = Math.min(Number(currentTarget.value), end.value - SHORTEST);
          set(start, Math.max(0, value));
          currentTarget.value = String(start.value);
        }}
      />
      <input
        type="range"
        aria-label={text.trimEnd}
        aria-valuetext={cutTime(end.value)}
        min={0}
        max={most}
        step={STEP}
        value={end.value}
        onInput={({ currentTarget }) => {
          const value = Math.max(Number(currentTarget.value), start.value + SHORTEST);
          set(end, Math.min(most, value));
          currentTarget.value = String(end.value);
        }}
      />
      <p class="muted small tabular">
        <span>{cutTime(start.value)}</span>
        <span role="status">{text.trimmed(cutTime(end.value - start.value))}</span>
        <span>{cutTime(end.value)}</span>
      </p>
    </div>
  );
}
