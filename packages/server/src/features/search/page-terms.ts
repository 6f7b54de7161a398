import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { vectorOf } from './lexemes.ts';
import { pageForm, pageText, type TextForm, visibleText } from './visible-text.ts';

/** A page has a few thousand characters, and at most 200,000. */
const MAX_PAGES = 20;

interface PageRow extends Record<string, unknown> {
  page_id: number;
  form: TextForm;
  text: string;
  hash: string;
  former_hash: string | null;
}

export async function indexPageTerms(env: Environment, binderId: string): Promise<void> {
  for (;;) {
    if (env.closing.aborted) return;
    const pages = await findPagesWithoutTerms(env.db, binderId);
    const terms = pages.map(({ form, text }) => vectorOf(visibleText(form, text)));
    await storePageTerms(env.db, binderId, pages, terms);
    if (pages.length < MAX_PAGES) return;
  }
}

function findPagesWithoutTerms(db: Database, binderId: string): Promise<PageRow[]> {
  return db.query<PageRow>(
    `SELECT t.page_id, coalesce(${pageForm('f')}, 'plain') AS form, ${pageText('p', 't')} AS text,
       hashtextextended(t.text, 0)::text AS hash, t.terms_of::text AS former_hash
     FROM page_texts t LEFT JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id
       LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
     WHERE t.binder_id = $1 AND t.terms_of IS DISTINCT FROM hashtextextended(t.text, 0) LIMIT ${MAX_PAGES}`,
    [binderId],
  );
}

// Also stores the text's hash. If the text changed during indexing, the page is indexed again.
async function storePageTerms(
  db: Database,
  binderId: string,
  pages: readonly PageRow[],
  terms: readonly string[],
) {
  await db.query(
    `UPDATE page_texts t SET terms = made.terms::tsvector, terms_of = made.hash
     FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS made (page_id, terms, hash, former_hash)
     WHERE t.binder_id = $1 AND t.page_id = made.page_id
       AND t.terms_of IS NOT DISTINCT FROM made.former_hash`,
    [
      binderId,
      pages.map(({ page_id }) => page_id),
      terms,
      pages.map(({ hash }) => hash),
      pages.map(({ former_hash }) => former_hash),
    ],
  );
}
