import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatDistance } from './dates.ts';
import { formatTime } from './format.ts';

const REFRESH_MS = 20_000;

const now = signal(Date.now());
let viewers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function useNow(): number {
  useEffect(() => {
    viewers += 1;
    now.value = Date.now();
    timer ??= setInterval(() => {
      now.value = Date.now();
    }, REFRESH_MS);
    return () => {
      viewers -= 1;
      if (viewers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now.value;
}

export function RelativeTime({ at }: { at: number }) {
  const from = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at)}>
      {formatDistance(at, from)}
    </time>
  );
}
