import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { binderPath } from '../router.ts';

export interface SearchHit {
  type: 'message' | 'page' | 'file' | 'todo' | 'transaction' | 'meet';
  id: string;
  text: string;
  /** The places in the text of what was looked for. */
  highlights: readonly { start: number; end: number }[];
  /** Undefined for a page, and for what the service wrote. */
  author: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
  card: BinderCard;
}

/** Searches at the same time: the server answers four of a user. */
const CONCURRENCY = 3;
const PER_BINDER = 5;

/**
 * Searches binders one after the other, and reports what is found as it is found. Returns whether all was searched that is
 * in them: a binder may still be indexed. Throws RingbinderError for the first
 * that was refused, but for a binder that can no longer be read.
 */
export async function searchBinders(
  { api }: RingbinderClient,
  { q, cards, signal }: { q: string; cards: readonly BinderCard[]; signal: AbortSignal },
  tell: (found: readonly SearchHit[]) => void,
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
      const found = answer.results.map(
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
      if (found.length > 0) tell(found);
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

/** Where something that was found is. A file is found among the pages that were made of it. */
export function pathOfHit(root: string, { type, id, card }: SearchHit): string {
  return binderPath(root, card.binder.id, SECTIONS[type], type === 'file' ? undefined : Number(id));
}
