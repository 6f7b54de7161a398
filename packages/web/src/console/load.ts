import { useEffect, useState } from 'preact/hooks';

export type Loading<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; value: T };

/** Until the response for a new `key` arrives, returns the previous data as stale. */
export function useLoad<T>(
  key: string,
  fetch: (signal: AbortSignal) => Promise<T>,
): [Loading<T>, reload: () => void, isStale: boolean] {
  const [loading, setLoading] = useState<Loading<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const [isStale, setStale] = useState(true);
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    setStale(true);
    if (loading.state !== 'ready') setLoading({ state: 'loading' });
    const settle = (settled: Loading<T>) => {
      if (signal.aborted) return;
      setLoading(settled);
      setStale(false);
    };
    fetch(signal).then(
      (value) => settle({ state: 'ready', value }),
      (error: Error) => settle({ state: 'failed', message: error.message }),
    );
    return () => request.abort();
  }, [key, round]);
  return [loading, () => setRound((before) => before + 1), isStale];
}
