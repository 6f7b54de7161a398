import { openBinderAsOf, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { findStoredFile } from '../files/index.ts';
import { findPage, type PageRow } from './queries.ts';

export interface PageSourceRow {
  binderId: string;
  page: PageRow;
  db: Database;
}

export async function findPageAsOf(
  env: Environment,
  binderId: string,
  pageId: number,
  asOf: string | undefined,
): Promise<PageSourceRow> {
  if (asOf === undefined)
    return {
      binderId,
      page: orNotFound(await findPage(env.db, binderId, pageId), 'page', pageId),
      db: env.db,
    };
  const db = await openBinderAsOf(env, binderId, asOf, ['pages', 'annotations', 'files']);
  const page = orNotFound(await findPage(db, binderId, pageId), 'page', pageId);
  // Earlier versions of the page still refer to a removed file, whose bytes can remain for another day.
  if (page.file_id !== null && !(await findStoredFile(env.db, binderId, page.file_id)))
    throw new ApiError('RESPONSE_ERROR_NOT_FOUND', `the content of page ${pageId} at that time was removed`);
  return { binderId, page, db };
}

/**
 * Returns for each page the last log entry before its first change after `seq`, so that links to the same state
 * are equal.
 */
export async function findLastSeqs(
  db: Database,
  binderId: string,
  ids: readonly number[],
  seq: number,
): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; last: number }>(
    `SELECT id::bigint AS id, min(until_seq) - 1 AS last FROM versions
     WHERE binder_id = $1 AND entity = 'pages' AND id = ANY($2::text[]) AND until_seq > $3 GROUP BY id`,
    [binderId, ids, seq],
  );
  return new Map(rows.map(({ id, last }) => [id, last]));
}
