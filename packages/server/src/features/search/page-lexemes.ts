import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { needsIndexing } from './index-queries.ts';
import { vectorOf } from './lexemes.ts';
import { pageForm, pageText, type TextForm, visibleText } from './visible-text.ts';

/** Pages per batch. A page has a few thousand characters, and at most 200,000. */
const MAX_PAGES = 20;

interface PageRow extends Record<string, unknown> {
  page_id: number;
  form: TextForm;
  text: string;
  hash: string;
  former_hash: string | null;
}

export async function indexPageLexemes(env: Environment, binderId: string): Promise<void> {
  for (;;) {
    if (env.closing.aborted) return;
    const pages = await findPagesWithoutLexemes(env.db, binderId);
    const vectors = pages.map(({ form, text }) => vectorOf(visibleText(form, text)));
    await storePageLexemes(env.db, binderId, pages, vectors);
    if (pages.length < MAX_PAGES) return;
  }
}

function findPagesWithoutLexemes(db: Database, binderId: string): Promise<PageRow[]> {
  return db.query<PageRow>(
    `SELECT t.page_id, coalesce(${pageForm('f')}, 'plain') AS form, ${pageText('p', 't')} AS text,
       hashtextextended(t.text, 0)::text AS hash, t.lexemes_of::text AS former_hash
     FROM page_texts t LEFT JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id
       LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
     WHERE t.binder_id = $1 AND ${needsIndexing('t')} LIMIT ${MAX_PAGES}`,
    [binderId],
  );
}

// If the text changed during indexing, its hash differs, and the page is indexed again.
async function storePageLexemes(
  db: Database,
  binderId: string,
  pages: readonly PageRow[],
  vectors: readonly string[],
) {
  await db.query(
    `UPDATE page_texts t SET lexemes = made.lexemes::tsvector, lexemes_of = made.hash
     FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS made (page_id, lexemes, hash, former_hash)
     WHERE t.binder_id = $1 AND t.page_id = made.page_id
       AND t.lexemes_of IS NOT DISTINCT FROM made.former_hash`,
    [
      binderId,
      pages.map(({ page_id }) => page_id),
      vectors,
      pages.map(({ hash }) => hash),
      pages.map(({ former_hash }) => former_hash),
    ],
  );
}
