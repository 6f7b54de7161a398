import { useEffect, useState } from 'preact/hooks';

/** Something that is being fetched. */
export type Loading<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; value: T };

/** Fetches when the page appears and whenever `key` changes; an answer that comes too late is left out. */
export function useLoad<T>(key: string, fetch: () => Promise<T>): [Loading<T>, reload: () => void] {
  const [loading, setLoading] = useState<Loading<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    if (round === 0 || loading.state !== 'ready') setLoading({ state: 'loading' });
    fetch().then(
      (value) => wanted && setLoading({ state: 'ready', value }),
      (error: Error) => wanted && setLoading({ state: 'failed', message: error.message }),
    );
    return () => {
      wanted = false;
    };
  }, [key, round]);
  return [loading, () => setRound((before) => before + 1)];
}
