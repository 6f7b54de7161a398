import { useEffect, useState } from 'preact/hooks';

/** Something that is being fetched. */
export type Loading<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; value: T };

/**
 * Fetches when the page appears and whenever `key` changes; what was there stays until then. What is no longer wanted is given up: its `signal` is
 * aborted, and its answer is left out should it come all the same.
 */
export function useLoad<T>(
  key: string,
  fetch: (signal: AbortSignal) => Promise<T>,
): [Loading<T>, reload: () => void] {
  const [loading, setLoading] = useState<Loading<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const wanted = new AbortController();
    const { signal } = wanted;
    if (loading.state !== 'ready') setLoading({ state: 'loading' });
    fetch(signal).then(
      (value) => signal.aborted || setLoading({ state: 'ready', value }),
      (error: Error) => signal.aborted || setLoading({ state: 'failed', message: error.message }),
    );
    return () => wanted.abort();
  }, [key, round]);
  return [loading, () => setRound((before) => before + 1)];
}
