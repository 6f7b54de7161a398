import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { savesData } from '../design/data-saving.ts';
import { readPeaks } from './peaks.ts';

interface WaveformProps {
  player: ReadonlySignal<HTMLMediaElement | undefined>;
  address: string;
  /** In milliseconds. */
  duration: number | undefined;
}

const HEIGHT = 40;

/** The loudness of a sound over time. A click seeks; the position slider does the same for keys. */
export function Waveform({ player, address, duration }: WaveformProps) {
  const peaks = useSignal<readonly number[] | undefined>(undefined);
  const played = useSignal(0);
  const element = player.value;
  const length = () => {
    const own = element?.duration ?? 0;
    return Number.isFinite(own) && own > 0 ? own : (duration ?? 0) / 1000;
  };
  useEffect(() => {
    if (savesData()) return;
    const end = new AbortController();
    readPeaks(address, end).then(
      (read) => {
        peaks.value = read;
      },
      // The sound plays without its picture.
      () => undefined,
    );
    return () => end.abort();
  }, [address]);
  useLayoutEffect(() => {
    if (!element) return;
    const end = new AbortController();
    const look = () => {
      played.value = element.currentTime / (length() || 1);
    };
    for (const type of ['timeupdate', 'seeked', 'ended'])
      element.addEventListener(type, look, { signal: end.signal });
    look();
    return () => end.abort();
  }, [element]);
  if (!peaks.value) return null;
  const path = pathOf(peaks.value);
  const rest = 100 * (1 - Math.min(1, played.value));
  return (
    <span
      class="waveform"
      aria-hidden="true"
      onClick={(event) => {
        if (!element) return;
        // The button around it plays and pauses.
        event.stopPropagation();
        const { left, width } = event.currentTarget.getBoundingClientRect();
        element.currentTime = ((event.clientX - left) / width) * length();
      }}
    >
      <Bars path={path} count={peaks.value.length} />
      <Bars path={path} count={peaks.value.length} rest={rest} />
    </span>
  );
}

function Bars({ path, count, rest }: { path: string; count: number; rest?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${count} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(rest !== undefined && { class: 'played', style: { clipPath: `inset(0 ${rest}% 0 0)` } })}
    >
      <path d={path} />
    </svg>
  );
}

/** A vertical line for each peak. Silence is a dot. */
const pathOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const height = Math.max(1, peak * HEIGHT);
      return `M${index + 0.5} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join('');
