import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from './context.ts';
import type { Loading } from './load.ts';

/** So many rows are fetched at first, and with each "Show more". */
const PER_PAGE = 50;
/** The API gives no more at once. */
const MAX_CONCURRENT = 1000;

/** The rows of a list that have been fetched, and where it goes on. */
export interface Pages<T> {
  rows: T[];
  next: string | undefined;
}

interface PagedList<T> {
  /** Stays with the rows of before while others are fetched: see `isStale`. */
  loading: Loading<Pages<T>>;
  /** Rows that were asked for are still on their way. */
  isStale: boolean;
  /** Fetches what is shown again. */
  reload: () => void;
  /** Fetches the next page. */
  more: () => void;
}

/**
 * Reads a list of the API page by page. When `path` changes, or it is to be fetched again, what is on its way is aborted,
 * so an older answer never overtakes a newer one.
 * @param path with its query, but for limit and cursor
 * @param of name of the list in the answer
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
      limit: String(Math.min(count, MAX_CONCURRENT)),
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
  const shown = loading.state === 'ready' ? loading.value : undefined;
  return {
    loading,
    isStale,
    reload: () => void fetchFrom(undefined, Math.max(PER_PAGE, shown?.rows.length ?? 0), []),
    more: () => void (shown && fetchFrom(shown.next, PER_PAGE, shown.rows)),
  };
}
