import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from './context.ts';
import type { Loading } from './load.ts';

const PER_PAGE = 50;
/** The API's maximum `limit`. */
export const MAX_ROWS = 1000;

export interface Pages<T> {
  rows: T[];
  next: string | undefined;
}

interface PagedList<T> {
  /** During a fetch, contains the previous rows, and `isStale` is true. */
  loading: Loading<Pages<T>>;
  isStale: boolean;
  reload: () => void;
  more: () => void;
}

/**
 * @param path may contain a query without `limit` and `cursor`
 * @param of the name of the response field that contains the list
 */
export function usePages<T>(path: string, of: string): PagedList<T> {
  const { call } = useConsole();
  const [loading, setLoading] = useState<Loading<Pages<T>>>({ state: 'loading' });
  const [isStale, setStale] = useState(true);
  const running = useRef<AbortController>(undefined);

  async function fetchFrom(cursor: string | undefined, count: number, before: T[]): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setStale(true);
    const page = new URLSearchParams({
      limit: String(Math.min(count, MAX_ROWS)),
      ...(cursor && { cursor }),
    });
    try {
      const target = `${path}${path.includes('?') ? '&' : '?'}${page}`;
      const data = await call<Record<string, unknown>>('GET', target, undefined, signal);
      if (signal.aborted) return;
      const rows = [...before, ...((data[of] as T[] | undefined) ?? [])];
      setLoading({ state: 'ready', value: { rows, next: data.next_cursor as string | undefined } });
    } catch (error) {
      if (signal.aborted) return;
      setLoading({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
    setStale(false);
  }

  useEffect(() => {
    fetchFrom(undefined, PER_PAGE, []);
    return () => running.current?.abort();
  }, [path]);
  const loaded = loading.state === 'ready' ? loading.value : undefined;
  return {
    loading,
    isStale,
    reload: () => void fetchFrom(undefined, Math.max(PER_PAGE, loaded?.rows.length ?? 0), []),
    more: () => void (loaded && fetchFrom(loaded.next, PER_PAGE, loaded.rows)),
  };
}
