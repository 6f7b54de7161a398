import type { ReadonlySignal } from '@preact/signals';

const BARS = 12;

interface LevelMeterProps {
  level: ReadonlySignal<number>;
  label: string;
  large?: boolean;
}

export function LevelMeter({ level, label, large }: LevelMeterProps) {
  const lit = Math.round(level.value * BARS);
  return (
    <span class={`clip-level ${large ? 'large' : ''}`}>
      <meter class="hidden-visually" aria-label={label} max={100} value={Math.round(level.value * 100)} />
      {Array.from({ length: BARS }, (_, place) => (
        <span key={place} data-lit={place < lit} aria-hidden="true" />
      ))}
    </span>
  );
}
