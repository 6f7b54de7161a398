import type { Database } from '../../storage/database.ts';

/** What kinds of thing are found. */
export type FoundType = 'message' | 'page' | 'file' | 'todo' | 'transaction';

/** One thing that was found. */
export interface FoundRow extends Record<string, unknown> {
  type: FoundType;
  /** A number, or a file's id. */
  id: string;
  text: string;
  user_id: string | null;
  user_name: string | null;
  created_at: number;
}

/** Where a list of found things goes on. */
export interface FoundPlace {
  createdAt: number;
  type: string;
  id: string;
}

const wordsOf = (text: string) => `to_tsvector('simple', regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g'))`;

/**
 * Things of a binder with all the words, the newest first, after a place in that order. Messages and pages by their
 * index; to-dos, transactions and file names of one binder are few enough to be looked through.
 */
export function findThings(
  db: Database,
  binderId: string,
  query: string,
  after: FoundPlace,
  limit: number,
): Promise<FoundRow[]> {
  return db.query<FoundRow>(FIND_THINGS, [binderId, query, after.createdAt, after.type, after.id, limit]);
}

const FIND_THINGS = `WITH asked AS (SELECT to_tsquery('simple', $2) AS q), found AS (
    SELECT 'message' AS type, m.id::text AS id, m.text, m.user_id, m.created_at
    FROM asked, message_words w JOIN messages m ON m.binder_id = w.binder_id AND m.id = w.message_id AND m.deleted_at IS NULL
    WHERE w.binder_id = $1 AND w.words @@ q
  UNION ALL
    SELECT 'page', p.id::text, t.text, NULL, p.created_at
    FROM asked, page_texts t JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL
    WHERE t.binder_id = $1 AND t.words @@ q
  UNION ALL
    SELECT 'file', f.id, f.name, f.user_id, f.created_at
    FROM asked, files f WHERE f.binder_id = $1 AND f.deleted_at IS NULL AND ${wordsOf('f.name')} @@ q
  UNION ALL
    SELECT 'todo', t.id::text, concat_ws(' – ', t.name, nullif(t.description, '')), t.creator_id, t.created_at
    FROM asked, todos t WHERE t.binder_id = $1 AND t.deleted_at IS NULL AND ${wordsOf(`t.name || ' ' || t.description`)} @@ q
  UNION ALL
    SELECT 'transaction', t.id::text, concat_ws(' – ', t.title, nullif(t.content, '')), t.creator_id, t.created_at
    FROM asked, transactions t WHERE t.binder_id = $1 AND t.deleted_at IS NULL AND ${wordsOf(`t.title || ' ' || t.content`)} @@ q
  ), page AS (
    SELECT * FROM found WHERE (created_at, type, id) < ($3, $4, $5) ORDER BY created_at DESC, type DESC, id DESC LIMIT $6
  )
  SELECT page.type, page.id, page.user_id, u.name AS user_name, page.created_at,
         ts_headline('simple', left(page.text, 20000), q, 'MaxFragments=1, MaxWords=30, MinWords=12, StartSel="", StopSel=""') AS text
  FROM asked, page LEFT JOIN users u ON u.id = page.user_id
  ORDER BY page.created_at DESC, page.type DESC, page.id DESC`;
