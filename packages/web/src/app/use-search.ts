import { useEffect, useRef, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { useApp } from '../timeline/context.ts';
import { keyOf, type SearchHit, type SearchRequest, search } from './search.ts';

const PAUSE_MS = 250;

export interface Results {
  /** Newest first. */
  hits: readonly SearchHit[];
  isBusy: boolean;
  isComplete: boolean;
  problem: string | undefined;
  cursor: string | undefined;
}

const NOTHING: Results = { hits: [], isBusy: false, isComplete: true, problem: undefined, cursor: undefined };

export interface Search extends Results {
  /** Resolves with true if there may be another page. */
  more: () => Promise<boolean>;
}

export function useSearch(request: SearchRequest | undefined, initial: Results | undefined): Search {
  const { client } = useApp();
  const key = JSON.stringify(request);
  const [settled, setSettled] = useState<{ key: string | undefined; results: Results } | undefined>(
    initial && { key, results: initial },
  );
  const controllerRef = useRef(new AbortController());
  const results =
    settled && settled.key === key ? settled.results : { ...NOTHING, isBusy: request !== undefined };

  async function load(before: Results, signal: AbortSignal): Promise<Results> {
    if (!request) return NOTHING;
    const settle = (changed: Partial<Results>) => {
      const after = { ...before, isBusy: false, ...changed };
      if (!signal.aborted) setSettled({ key, results: after });
      return after;
    };
    settle({ isBusy: true, problem: undefined });
    try {
      const { hits, ...page } = await search(client, request, { cursor: before.cursor, signal });
      // Several result pages can contain the same meet.
      const all = new Map([...before.hits, ...hits].map((hit) => [keyOf(hit), hit]));
      return settle({ ...page, hits: [...all.values()], problem: undefined });
    } catch (error) {
      return signal.aborted ? before : settle({ problem: refusalOf(error).message });
    }
  }

  useEffect(() => {
    if (initial && settled?.results === initial && settled.key === key) return;
    const controller = new AbortController();
    controllerRef.current = controller;
    const timer = setTimeout(() => void load(NOTHING, controller.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);

  const more = async () =>
    results.isBusy || (await load(results, controllerRef.current.signal)).cursor !== undefined;
  return { ...results, more };
}
