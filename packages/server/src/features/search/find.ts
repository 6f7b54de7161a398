import type { SearchTerm } from '@ringbinder/protocol/search.ts';
import type { Database } from '../../storage/database.ts';
import { queryOf } from './lexemes.ts';
import { findMatches, findPageText, type MatchRow, type SearchPosition, type SearchRow } from './queries.ts';
import { type Snippet, snippetOf } from './snippet.ts';
import { visibleText } from './visible-text.ts';

export type SearchHit = MatchRow & { snippet: Snippet };

/**
 * Checks every candidate's text, because the index cuts words to 60 characters, and splits scripts without spaces
 * into pairs of characters.
 */
export async function findSnippets(
  db: Database,
  { binderId, length, terms }: { binderId: string; length: number; terms: readonly SearchTerm[] },
  after: SearchPosition,
  limit: number,
): Promise<SearchHit[]> {
  const query = queryOf(terms);
  const hits: SearchHit[] = [];
  let position = after;
  for (;;) {
    const missing = limit - hits.length;
    const rows = await findMatches(db, { binderId, length, query }, position, missing);
    for (const row of rows) {
      const snippet = await findSnippet(db, binderId, row, terms);
      if (snippet) hits.push({ ...row, snippet });
    }
    const last = rows.at(-1);
    if (!last || rows.length < missing || hits.length === limit) return hits;
    position = { createdAt: last.created_at, type: last.type, id: last.key };
  }
}

export async function findSnippet(
  db: Database,
  binderId: string,
  row: SearchRow,
  terms: readonly SearchTerm[],
): Promise<Snippet | undefined> {
  const snippet = snippetOf(visibleText(row.form, row.text), terms);
  if (snippet || !row.is_cut) return snippet;
  const whole = await findPageText(db, binderId, Number(row.id));
  return snippetOf(visibleText(row.form, whole), terms);
}
