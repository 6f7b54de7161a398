import type { Signal } from '@preact/signals';
import { cutTime } from '../design/clock-time.ts';
import { clip as text } from '../strings/messages/clip.ts';

/** In seconds. */
const SHORTEST = 1;
const STEP = 0.1;

interface TrimProps {
  seconds: number;
  stills: readonly string[];
  start: Signal<number>;
  end: Signal<number>;
  show: (seconds: number) => void;
  /** In seconds. */
  position: () => number;
}

export function Trim({ seconds, stills, start, end, show, position }: TrimProps) {
  const most = Math.round(seconds * 10) / 10;
  const set = (which: Signal<number>, value: number) => {
    which.value = Math.round(value * 10) / 10;
    show(which.value);
  };
  const setStart = (value: number) => set(start, Math.max(0, Math.min(value, end.value - SHORTEST)));
  const setEnd = (value: number) => set(end, Math.min(most, Math.max(value, start.value + SHORTEST)));
  const cover = (element: HTMLElement | null, part: number) => {
    if (element) element.style.width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  };
  return (
    <div class="clip-trim">
      <div
        class="clip-strip"
        aria-hidden="true"
        onClick={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const value = ((clientX - left) / width) * most;
          const isStart = Math.abs(value - start.value) < Math.abs(value - end.value);
          (isStart ? setStart : setEnd)(value);
        }}
      >
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
          setStart(Number(currentTarget.value));
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
          setEnd(Number(currentTarget.value));
          currentTarget.value = String(end.value);
        }}
      />
      <p class="muted small tabular">
        <span>{cutTime(start.value)}</span>
        <span role="status">{text.trimmed(cutTime(end.value - start.value))}</span>
        <span>{cutTime(end.value)}</span>
      </p>
      <div class="clip-offers">
        <button type="button" class="button compact" onClick={() => setStart(position())}>
          {text.startHere}
        </button>
        <button type="button" class="button compact" onClick={() => setEnd(position())}>
          {text.endHere}
        </button>
      </div>
    </div>
  );
}
