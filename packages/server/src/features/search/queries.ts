import type { Database } from '../../storage/database.ts';
import type { PositionQuery } from '../../storage/replica.ts';

/** What kinds of thing are found. */
export type FoundType = 'message' | 'page' | 'file' | 'todo' | 'transaction' | 'meet';

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
export interface SearchPosition {
  createdAt: number;
  type: string;
  id: string;
}

/** How far a binder and its words are, for `readOnReplica`. The words are read from the log, and from pages, after what they stand in. */
export function searchPosition(binderId: string): PositionQuery {
  return {
    text: `SELECT b.seq, b.access_version, (SELECT seq FROM message_words_read WHERE binder_id = $1) AS words,
             (SELECT count(*) FROM page_texts WHERE binder_id = $1) AS pages
           FROM binders b WHERE b.id = $1 AND b.deleted_at IS NULL`,
    values: [binderId],
  };
}

/**
 * The indexes of words have the words of all binders. For a word that is common everywhere, and for the beginnings of
 * words that are, they take longer than all words of a binder up to this length: in a database of a million messages
 * 390 ms where the binder's own 200 take 0.7 ms, and its own 20,000 take 73 ms. Length is counted in entries of the log.
 */
const LONG_BINDER = 50_000;

/**
 * Things of a binder with all the words, the newest first, after a place in that order.
 * @param length of the binder's log
 */
export function findThings(
  db: Database,
  { binderId, length, query }: { binderId: string; length: number; query: string },
  after: SearchPosition,
  limit: number,
): Promise<FoundRow[]> {
  const statement = length > LONG_BINDER ? FIND_BY_INDEX : FIND_IN_BINDER;
  return db.query<FoundRow>(statement, [binderId, query, after.createdAt, after.type, after.id, limit]);
}

const findThingsBy = (
  has: (words: string) => string,
) => `WITH asked AS (SELECT to_tsquery('simple', $2) AS q), found AS (
    SELECT 'message' AS type, m.id::text AS id, m.text, m.user_id, m.created_at
    FROM asked, message_words w JOIN messages m ON m.binder_id = w.binder_id AND m.id = w.message_id AND m.deleted_at IS NULL
    WHERE w.binder_id = $1 AND ${has('w.words')}
  UNION ALL
    SELECT 'page', p.id::text, t.text, NULL, p.created_at
    FROM asked, page_texts t JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL
    WHERE t.binder_id = $1 AND ${has('t.words')}
  UNION ALL
    SELECT 'file', f.id, f.name, f.user_id, f.created_at
    FROM asked, files f WHERE f.binder_id = $1 AND f.deleted_at IS NULL AND f.words @@ q
  UNION ALL
    SELECT 'todo', t.id::text, concat_ws(' – ', t.name, nullif(t.description, '')), t.creator_id, t.created_at
    FROM asked, todos t WHERE t.binder_id = $1 AND t.deleted_at IS NULL AND t.words @@ q
  UNION ALL
    SELECT 'transaction', t.id::text, concat_ws(' – ', t.title, nullif(t.content, '')), t.creator_id, t.created_at
    FROM asked, transactions t WHERE t.binder_id = $1 AND t.deleted_at IS NULL AND t.words @@ q
  UNION ALL
    -- Of a meet what was said last.
    (SELECT DISTINCT ON (c.meet_id) 'meet', c.meet_id::text, concat_ws(': ', c.name, c.text), c.user_id, c.ended_at
     FROM asked, meet_captions c WHERE c.binder_id = $1 AND c.words @@ q ORDER BY c.meet_id, c.ended_at DESC)
  ), page AS (
    SELECT * FROM found WHERE (created_at, type, id) < ($3, $4, $5) ORDER BY created_at DESC, type DESC, id DESC LIMIT $6
  )
  SELECT page.type, page.id, page.user_id, u.name AS user_name, page.created_at,
         ts_headline('simple', left(page.text, 20000), q, 'MaxFragments=1, MaxWords=30, MinWords=12, StartSel="", StopSel=""') AS text
  FROM asked, page LEFT JOIN users u ON u.id = page.user_id
  ORDER BY page.created_at DESC, page.type DESC, page.id DESC`;

const FIND_BY_INDEX = findThingsBy((words) => `${words} @@ q`);
/** The operator's own function, of which the planner does not know that an index can answer it. */
const FIND_IN_BINDER = findThingsBy((words) => `ts_match_vq(${words}, q)`);
