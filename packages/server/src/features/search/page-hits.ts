import type { Database } from '../../storage/database.ts';

/** A page with words that were looked for, and how often. */
export interface PageHits extends Record<string, unknown> {
  page_id: number;
  hits: number;
}

/**
 * How often a phrase stands on each page of a binder, in the order of the pages; those without it are missing. A page is
 * looked into when it has all the words: one that has them apart is left out.
 * @param query the words, as a tsquery
 * @param pattern the phrase, as a regular expression
 */
export function findPageHits(
  db: Database,
  { binderId, query, pattern }: { binderId: string; query: string; pattern: string },
  limit: number,
): Promise<PageHits[]> {
  return db.query<PageHits>(
    `SELECT page_id, hits FROM (
       SELECT p.id AS page_id, p.page_number, regexp_count(t.text, $3, 1, 'i') AS hits
       FROM page_texts t JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL
       WHERE t.binder_id = $1 AND ts_match_vq(t.words, to_tsquery('simple', $2))
     ) counted WHERE hits > 0 ORDER BY page_number, page_id LIMIT $4`,
    [binderId, query, pattern, limit],
  );
}

/** More than a phrase has. */
const MAX_WORDS = 16;

/**
 * A phrase as a regular expression of PostgreSQL: its words and what stands between them, any white space for white space,
 * beginning where a word begins. It has no repetition but that of white space, so it takes no longer than the text is long.
 */
export function phrasePattern(typed: string): string {
  const parts = typed.trim().split(/\s+/u).slice(0, MAX_WORDS);
  const escaped = parts.map((part) => part.replace(/[^\p{L}\p{N}]/gu, (char) => escapedChar(char)));
  return `${/^[\p{L}\p{N}]/u.test(typed.trim()) ? '\\m' : ''}${escaped.join('\\s+')}`;
}

function escapedChar(char: string): string {
  return `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
