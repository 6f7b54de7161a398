import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { binderPath } from '../router.ts';

export interface SearchHit {
  type: 'message' | 'page' | 'file' | 'todo' | 'transaction' | 'meet';
  id: string;
  text: string;
  highlights: readonly { start: number; end: number }[];
  /** Undefined for pages and system messages. */
  author: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
  card: BinderCard;
}

/** Maximum number of parallel searches. The server allows four per user. */
const CONCURRENCY = 3;
const PER_BINDER = 5;

/**
 * Searches the binders and reports hits as they arrive. Returns whether the search was complete: a binder may still be
 * indexing. Throws RingbinderError for the first rejected search, except for a binder that is no longer readable.
 */
export async function searchBinders(
  { api }: RingbinderClient,
  { q, cards, signal }: { q: string; cards: readonly BinderCard[]; signal: AbortSignal },
  onHits: (hits: readonly SearchHit[]) => void,
): Promise<boolean> {
  const rest = cards.values();
  let isComplete = true;
  async function work(): Promise<void> {
    for (const card of rest) {
      const params = { path: { binder_id: card.binder.id }, query: { q, limit: PER_BINDER } };
      const answer = await unwrap(api.GET('/{binder_id}/search', { params, signal })).catch((error) => {
        if (signal.aborted || (error.status !== 403 && error.status !== 404)) throw error;
        return { results: [], is_complete: true };
      });
      if (signal.aborted) return;
      isComplete &&= answer.is_complete;
      const hits = answer.results.map(
        ({ type, id, text, highlights, user, is_feed, created_time: at }): SearchHit => ({
          type,
          id,
          text,
          highlights,
          author: is_feed ? undefined : user?.name,
          at,
          card,
        }),
      );
      if (hits.length > 0) onHits(hits);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return isComplete;
}

const SECTIONS = {
  message: 'chat',
  page: 'pages',
  todo: 'todos',
  transaction: 'transactions',
  file: 'pages',
  meet: 'meets',
} as const;

/** The address of a hit. A file hit leads to the pages of the binder. */
export function pathOfHit(root: string, { type, id, card }: SearchHit): string {
  return binderPath(root, card.binder.id, SECTIONS[type], type === 'file' ? undefined : Number(id));
}
