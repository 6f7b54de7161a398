import {
  formsToSearch,
  phraseTerm,
  type SearchTerm,
  searchTerms,
  termPlaces,
} from '@ringbinder/protocol/search.ts';
import type { Database } from '../../storage/database.ts';
import { queryOf } from './lexemes.ts';
import { pageForm, type TextForm, visibleText } from './visible-text.ts';

export interface PageHits {
  page_id: number;
  hits: number;
}

interface PageRow extends Record<string, unknown> {
  page_id: number;
  page_number: string;
  form: TextForm;
  text: string;
}

const PAGES_AT_ONCE = 50;

export interface Phrase {
  phrase: SearchTerm;
  terms: readonly SearchTerm[];
}

export function readPhrase(typed: string): Phrase | undefined {
  const phrase = phraseTerm(typed);
  const terms = searchTerms(typed);
  return phrase && terms.length > 0 ? { phrase, terms } : undefined;
}

export async function findPageHits(
  db: Database,
  binderId: string,
  { phrase, terms }: Phrase,
  limit: number,
): Promise<PageHits[]> {
  const query = queryOf(terms);
  const pageHits: PageHits[] = [];
  let after: Pick<PageRow, 'page_number' | 'page_id'> = { page_number: '-Infinity', page_id: 0 };
  for (;;) {
    const rows = await findPages(db, { binderId, query }, after);
    for (const { page_id, form, text } of rows) {
      const hits = termPlaces(formsToSearch(visibleText(form, text), [phrase]), phrase).length;
      if (hits > 0) pageHits.push({ page_id, hits });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGES_AT_ONCE || pageHits.length >= limit) return pageHits.slice(0, limit);
    after = last;
  }
}

function findPages(
  db: Database,
  { binderId, query }: { binderId: string; query: string },
  after: Pick<PageRow, 'page_number' | 'page_id'>,
): Promise<PageRow[]> {
  return db.query<PageRow>(
    `SELECT p.id AS page_id, p.page_number::text AS page_number, coalesce(${pageForm('f')}, 'plain') AS form, t.text
     FROM page_texts t JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL
       LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
     WHERE t.binder_id = $1 AND ts_match_vq(t.lexemes, $2::tsquery) AND (p.page_number, p.id) > ($3::numeric, $4::bigint)
     ORDER BY p.page_number, p.id LIMIT ${PAGES_AT_ONCE}`,
    [binderId, query, after.page_number, after.page_id],
  );
}
