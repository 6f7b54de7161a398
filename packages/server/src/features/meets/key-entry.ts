import { forbidden } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';

const SESSION_KEY = /^M([0-9A-Za-z]{22})$/;

/** What stands for the link in the token of a guest who came by the key of a meet; undefined for another text. */
export const keyInLink = (link: string): string | undefined => SESSION_KEY.exec(link)?.[1];

/**
 * The session key of a meet that guests ask to be let into by that key; undefined where there is none. Throws forbidden where its org
 * lets guests in by links alone.
 * @param id what `keyInLink` gives
 */
export async function findKeyedMeet(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ session_key: string; guests_by_session_key: boolean }>(
    `SELECT m.session_key, o.guests_by_session_key FROM meets m
     JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL
     WHERE m.session_key = $1`,
    [`M${id}`],
  );
  if (row && !row.guests_by_session_key)
    throw forbidden('guests come into the meets of this org by a guest link alone: ask the host for one');
  return row?.session_key;
}
