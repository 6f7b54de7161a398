import type { ReadonlySignal } from '@preact/signals';
import { clip as text } from '../strings/en/clip.ts';

const BARS = 12;

export function LevelMeter({ level, large }: { level: ReadonlySignal<number>; large?: boolean }) {
  const lit = Math.round(level.value * BARS);
  return (
    <span class={`clip-level ${large ? 'large' : ''}`}>
      <meter
        class="hidden-visually"
        aria-label={text.level}
        max={100}
        value={Math.round(level.value * 100)}
      />
      {Array.from({ length: BARS }, (_, place) => (
        <span key={place} data-lit={place < lit} aria-hidden="true" />
      ))}
    </span>
  );
}
