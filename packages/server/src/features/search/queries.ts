import type { Database } from '../../storage/database.ts';
import type { PositionQuery } from '../../storage/replica.ts';
import { pageForm, pageText, type TextForm } from './visible-text.ts';

export type MatchType = 'message' | 'page' | 'file' | 'todo' | 'transaction' | 'meet';

export interface SearchRow extends Record<string, unknown> {
  type: MatchType;
  /** A decimal number, or a file id. */
  id: string;
  form: TextForm;
  text: string;
  is_cut: boolean;
  user_id: string | null;
  user_name: string | null;
  is_feed: boolean;
  /** Null if the page is the only one of its file. */
  page_index: number | null;
  created_at: number;
}

export interface MatchRow extends SearchRow {
  key: string;
}

export interface SearchPosition {
  createdAt: number;
  type: string;
  id: string;
}

/** The pages of a file have the same creation time. In descending order of keys, the first page comes first. */
const pageKey = (id: string) => `lpad((${Number.MAX_SAFE_INTEGER} - ${id})::text, 16, '0')`;

export function searchPosition(binderId: string): PositionQuery {
  return {
    text: `SELECT b.seq, b.access_version, (SELECT seq FROM log_cursors WHERE binder_id = $1 AND consumer = 'search_lexemes') AS lexemes,
             (SELECT count(lexemes) FROM page_texts WHERE binder_id = $1) AS pages
           FROM binders b WHERE b.id = $1 AND b.deleted_at IS NULL`,
    values: [binderId],
  };
}

/** In entries. In a longer log, the word index of all binders is faster. */
const LONG_BINDER = 50_000;

const MAX_CHARS = 20_000;

export function findMatches(
  db: Database,
  { binderId, length, query }: { binderId: string; length: number; query: string },
  after: SearchPosition,
  limit: number,
): Promise<MatchRow[]> {
  const statement = length > LONG_BINDER ? FIND_BY_INDEX : FIND_IN_BINDER;
  return db.query<MatchRow>(statement, [binderId, query, after.createdAt, after.type, after.id, limit]);
}

/** SQL for rows `s` of `search_lexemes`. */
const OBJECTS: Readonly<Record<string, { columns: string; join: string }>> = {
  message: {
    columns: `'message' AS type, m.id::text AS id, 'rich' AS form, m.text, m.user_id, m.created_at, m.is_feed`,
    join: 'JOIN messages m ON m.binder_id = s.binder_id AND m.id = s.id::bigint AND m.deleted_at IS NULL',
  },
  file: {
    columns: `'file', f.id, 'plain', f.name, f.user_id, f.created_at, false`,
    join: 'JOIN files f ON f.binder_id = s.binder_id AND f.id = s.id AND f.deleted_at IS NULL',
  },
  todo: {
    columns: `'todo', t.id::text, 'rich', concat_ws(' – ', t.name, nullif(t.description, '')), t.creator_id, t.created_at, false`,
    join: 'JOIN todos t ON t.binder_id = s.binder_id AND t.id = s.id::bigint AND t.deleted_at IS NULL',
  },
  transaction: {
    columns: `'transaction', t.id::text, 'rich', concat_ws(' – ', t.title, nullif(t.content, '')), t.creator_id, t.created_at, false`,
    join: 'JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.id::bigint AND t.deleted_at IS NULL',
  },
  caption: {
    columns: `'meet', c.meet_id::text, 'plain', concat_ws(': ', c.name, c.text), c.user_id, c.ended_at, false`,
    join: 'JOIN meet_captions c ON c.binder_id = s.binder_id AND c.seq = s.id::bigint',
  },
};

/** SQL for rows `t` of `page_texts`. */
const PAGE = {
  columns: `'page', p.id::text, coalesce(${pageForm('f')}, 'plain'), ${pageText('p', 't')}, NULL, p.created_at, false`,
  join: `JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL
      LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id`,
};

const presentColumns = (
  row: string,
  binder: string,
) => `${row}.type, ${row}.id, ${row}.form, ${row}.user_id, u.name AS user_name, ${row}.created_at, ${row}.is_feed,
         CASE WHEN ${row}.type = 'page' THEN left(${row}.text, ${MAX_CHARS}) ELSE ${row}.text END AS text,
         ${row}.type = 'page' AND length(${row}.text) > ${MAX_CHARS} AS is_cut,
         (SELECT p.page_index FROM pages p
          WHERE p.binder_id = ${binder} AND p.id = CASE WHEN ${row}.type = 'page' THEN ${row}.id::bigint END
            AND EXISTS (SELECT FROM pages o WHERE o.binder_id = p.binder_id AND o.file_id = p.file_id AND o.page_index <> p.page_index
              AND o.deleted_at IS NULL)) AS page_index`;

const findThingsBy = (has: (lexemes: string) => string) => {
  const objects = Object.entries(OBJECTS).map(([type, { columns, join }]) => {
    const select = `FROM search_lexemes s ${join} WHERE s.binder_id = $1 AND s.type = '${type}' AND ${has('s.lexemes')}`;
    return type === 'caption'
      ? `(SELECT DISTINCT ON (c.meet_id) ${columns} ${select} ORDER BY c.meet_id, c.ended_at DESC)`
      : `SELECT ${columns} ${select}`;
  });
  return `WITH found AS (
    ${objects.join(' UNION ALL ')}
    UNION ALL SELECT ${PAGE.columns} FROM page_texts t ${PAGE.join} WHERE t.binder_id = $1 AND ${has('t.lexemes')}
  ), page AS (
    SELECT * FROM (SELECT *, CASE type WHEN 'page' THEN ${pageKey('id::bigint')} ELSE id END AS key FROM found) f
    WHERE (created_at, type, key) < ($3, $4, $5) ORDER BY created_at DESC, type DESC, key DESC LIMIT $6
  )
  SELECT page.key, ${presentColumns('page', '$1')}
  FROM page LEFT JOIN users u ON u.id = page.user_id
  ORDER BY page.created_at DESC, page.type DESC, page.key DESC`;
};

const FIND_BY_INDEX = findThingsBy((lexemes) => `${lexemes} @@ $2::tsquery`);
/** Avoids the operator `@@`, for which the planner would use an index. */
const FIND_IN_BINDER = findThingsBy((lexemes) => `ts_match_vq(${lexemes}, $2::tsquery)`);

export interface SearchFilters {
  query: { all: string; indexed: string } | undefined;
  binderId: string | undefined;
  fromId: string | undefined;
  types: readonly MatchType[] | undefined;
  has: 'file' | 'audio' | 'link' | undefined;
  /** Inclusive, in milliseconds. */
  since: number;
}

export interface AllBindersRow extends SearchRow {
  binder_id: string;
  binder_name: string;
  key_type: string;
  key_id: string;
}

export interface AllBindersPosition extends SearchPosition {
  binderId: string;
}

/** Can return the same meet twice. */
export function findInAllBinders(
  db: Database,
  userId: string,
  filters: SearchFilters,
  after: AllBindersPosition,
  limit: number,
): Promise<AllBindersRow[]> {
  const { query, binderId, fromId, types, has, since } = filters;
  const stored = types?.map((type) => (type === 'meet' ? 'caption' : type));
  const withPages =
    (types === undefined || types.includes('page')) && fromId === undefined && has === undefined;
  const values: unknown[] = [userId, after.createdAt, after.type, after.id, after.binderId, limit, since];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [all, indexed] = query === undefined ? [] : [parameter(query.all), parameter(query.indexed)];
  // Only the operator `@@` uses the index. The equivalent function does not.
  const matches = (lexemes: string) =>
    all === undefined
      ? ''
      : `AND ${lexemes} @@ ${indexed}::tsquery AND ts_match_vq(${lexemes}, ${all}::tsquery)`;
  const mine = `SELECT m.binder_id FROM binder_members m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
    WHERE m.user_id = $1 ${binderId === undefined ? '' : `AND m.binder_id = ${parameter(binderId)}`}`;
  const objects = `SELECT s.binder_id, s.type, s.id, s.created_at FROM search_lexemes s
    WHERE s.created_at IS NOT NULL AND (s.created_at, s.type, s.id, s.binder_id) < ($2, $3, $4, $5) AND s.created_at >= $7
      AND s.binder_id IN (${mine}) ${matches('s.lexemes')}
      ${stored === undefined ? '' : `AND s.type = ANY(${parameter(stored)})`}
      ${fromId === undefined ? '' : `AND s.user_id = ${parameter(fromId)}`}
      ${has === undefined ? '' : `AND s.type = 'message' AND ${HAS[has]}`}
    ORDER BY s.created_at DESC, s.type DESC, s.id DESC, s.binder_id DESC LIMIT $6`;
  const pages = `SELECT t.binder_id, 'page', ${pageKey('t.page_id')}, p.created_at FROM page_texts t
      JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL
    WHERE (p.created_at, 'page', ${pageKey('t.page_id')}, t.binder_id) < ($2, $3, $4, $5) AND p.created_at >= $7
      AND t.binder_id IN (${mine}) ${matches('t.lexemes')}
    ORDER BY p.created_at DESC, ${pageKey('t.page_id')} DESC, t.binder_id DESC LIMIT $6`;
  const statement = `WITH candidates AS MATERIALIZED (
       SELECT * FROM ((${objects}) ${withPages ? `UNION ALL (${pages})` : ''}) s
       ORDER BY s.created_at DESC, s.type DESC, s.id DESC, s.binder_id DESC LIMIT $6
     ), found (binder_id, key_type, key_id, type, id, form, text, user_id, created_at, is_feed) AS (${READ_CANDIDATES})
     SELECT found.binder_id, b.name AS binder_name, found.key_type, found.key_id, ${presentColumns('found', 'found.binder_id')}
     FROM found JOIN binders b ON b.id = found.binder_id LEFT JOIN users u ON u.id = found.user_id
     ORDER BY found.created_at DESC, found.key_type DESC, found.key_id DESC, found.binder_id DESC`;
  return db.transaction(async (tx) => {
    // Only a custom plan considers how frequent the terms are.
    await tx.query('SET LOCAL plan_cache_mode = force_custom_plan');
    return tx.query<AllBindersRow>(statement, values);
  });
}

const HAS = {
  file: hasPart('m.file IS NOT NULL'),
  audio: hasPart('m.audio IS NOT NULL'),
  link: hasPart(`m.text ~* 'https?://'`),
};

function hasPart(condition: string): string {
  return `EXISTS (SELECT FROM messages m WHERE m.binder_id = s.binder_id AND m.id = s.id::bigint AND ${condition})`;
}

const keys = (row: string, type: string, id: string) => `${row}.binder_id, ${type}, ${id}`;
const READ_CANDIDATES = [
  ...Object.entries(OBJECTS).map(
    ([type, { columns, join }]) =>
      `SELECT ${keys('s', 's.type', 's.id')}, ${columns} FROM candidates s ${join} WHERE s.type = '${type}'`,
  ),
  `SELECT ${keys('t', `'page'`, 's.id')}, ${PAGE.columns} FROM candidates s
     JOIN page_texts t ON t.binder_id = s.binder_id AND t.page_id = ${Number.MAX_SAFE_INTEGER} - s.id::bigint ${PAGE.join} WHERE s.type = 'page'`,
].join(' UNION ALL ');

export async function findUnindexedBinders(db: Database, userId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT b.id FROM binder_members m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     LEFT JOIN log_cursors c ON c.binder_id = b.id AND c.consumer = 'search_lexemes'
     WHERE m.user_id = $1 AND (c.seq IS NULL OR c.seq < b.seq OR c.epoch IS DISTINCT FROM b.epoch)
     ORDER BY b.updated_at DESC LIMIT $2`,
    [userId, limit],
  );
  return rows.map(({ id }) => id);
}

export async function findPageText(db: Database, binderId: string, pageId: number): Promise<string> {
  const [row] = await db.query<{ text: string }>(
    `SELECT ${pageText('p', 't')} AS text FROM page_texts t JOIN pages p ON p.binder_id = t.binder_id AND p.id = t.page_id
     WHERE t.binder_id = $1 AND t.page_id = $2`,
    [binderId, pageId],
  );
  return row?.text ?? '';
}
