import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { savesData } from '../design/data-saving.ts';
import { WaveformBars } from '../sound/bars.tsx';
import { readLoudness } from '../sound/peaks.ts';

interface WaveformProps {
  player: ReadonlySignal<HTMLMediaElement | undefined>;
  address: string;
  duration: number | undefined;
}

/** For larger files, the browser would load too much to draw a waveform. */
const MAX_BYTES = 16 * 1024 ** 2;

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
  return (
    <span
      class="waveform"
      aria-hidden="true"
      onClick={(event) => {
        if (!element) return;
        event.stopPropagation();
        const { left, width } = event.currentTarget.getBoundingClientRect();
        element.currentTime = ((event.clientX - left) / width) * length();
      }}
    >
      <WaveformBars peaks={peaks.value} played={played.value} />
    </span>
  );
}

async function readPeaks(address: string, end: AbortController): Promise<readonly number[] | undefined> {
  const response = await fetch(address, { signal: end.signal });
  const bytes = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (!response.ok || bytes > MAX_BYTES) {
    end.abort();
    return undefined;
  }
  return (await readLoudness(await response.arrayBuffer())).peaks;
}
