import { binderAt, found } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { findKeptFile } from '../files/index.ts';
import { findPage, type PageRow } from './queries.ts';

/** A page, and the database that the rest of it is read from. */
export interface FoundPage {
  binderId: string;
  page: PageRow;
  db: Database;
}

/**
 * A page of a binder, with `asOf` as it was then, for who has checked access. Throws not found for a page that was not
 * there, or whose content was removed since; a 400 for an `asOf` that is none, precondition failed for one that is not known.
 */
export async function findPageAt(
  env: Environment,
  binderId: string,
  pageId: number,
  asOf: string | undefined,
): Promise<FoundPage> {
  if (asOf === undefined)
    return { binderId, page: found(await findPage(env.db, binderId, pageId), 'page', pageId), db: env.db };
  const db = await binderAt(env, binderId, asOf, ['pages', 'annotations', 'files']);
  const page = found(await findPage(db, binderId, pageId), 'page', pageId);
  // The past has the name and hash of a file that was removed, and its bytes may be there for another day.
  if (page.file_id !== null && !(await findKeptFile(env.db, binderId, page.file_id)))
    throw new ApiError('RESPONSE_ERROR_NOT_FOUND', `what page ${pageId} showed then was removed`);
  return { binderId, page, db };
}

/**
 * Of pages that have changed since a sequence of the log, the last sequence as of which each is as it was then: all links
 * to one state of a page name the same.
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
