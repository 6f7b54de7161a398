import type { BinderRole } from '../../access/index.ts';
import { type Database, first } from '../../storage/database.ts';
import {
  binderSource,
  MAX_UNREAD,
  type OwnBinderRow,
  ownColumns,
  type SharedBinderRow,
  sharedColumns,
} from './queries.ts';

export function findSharedBinder(
  db: Database,
  binderId: string,
): Promise<(SharedBinderRow & { epoch: string }) | undefined> {
  return first<SharedBinderRow & { epoch: string }>(
    db,
    `SELECT ${sharedColumns}, b.epoch FROM binders b WHERE b.id = $1 AND b.deleted_at IS NULL`,
    [binderId],
  );
}

export interface BinderOfUserRow extends OwnBinderRow {
  user_id: string;
  epoch: string;
  read_id: number;
  member_role: BinderRole;
  archived_id: number | null;
  saved_count: number | null;
  saved_version: string | null;
  knock_version: string | null;
  invitation_id: number | null;
  /** Counts only the newest `MAX_UNREAD` unread messages. */
  mentions: number;
}

export function findBindersOfUsers(
  db: Database,
  userIds: readonly string[],
  binderIds: readonly string[] | null,
): Promise<BinderOfUserRow[]> {
  return db.query<BinderOfUserRow>(binderIds === null ? FIND_ALL_OF_USERS : FIND_SOME_OF_USERS, [
    userIds,
    ...(binderIds === null ? [] : [binderIds]),
  ]);
}

/** `saved_version` changes whenever a user's saved messages change. `$1` lists the users. */
const savedVersions = `LEFT JOIN (
       SELECT user_id, binder_id, count(*) AS saved_count, concat_ws(' ', count(*), max(saved_at), sum(remind_at), max(reminded_at)) AS saved_version
       FROM saved_messages WHERE user_id = ANY($1) GROUP BY user_id, binder_id
     ) saved ON saved.user_id = m.user_id AND saved.binder_id = m.binder_id`;

/** Changes when a guest knocks, and when a host joins the meet. */
const knockVersion = `(SELECT sum(knock.knocked_at)::text FROM meets knock
       WHERE knock.binder_id = b.id AND knock.knocked_at IS NOT NULL) AS knock_version`;

const invitationId = `(SELECT max(a.id) FROM activity a
       WHERE a.user_id = m.user_id AND a.binder_id = b.id AND a.read_at IS NULL AND a.kind = 'invitation') AS invitation_id`;

const bindersOfUsers = `
  SELECT m.user_id, m.archived_id, saved.saved_count, saved.saved_version, ${knockVersion}, ${invitationId}, m.read_id, m.role AS member_role, b.epoch, ${ownColumns},
    (SELECT count(*) FROM (
       SELECT x.mentions FROM messages x
       WHERE x.binder_id = b.id AND x.id > m.read_id AND x.user_id <> m.user_id AND x.deleted_at IS NULL
       ORDER BY x.id DESC LIMIT ${MAX_UNREAD}) unread_messages WHERE m.user_id = ANY(mentions)) AS mentions
  ${binderSource} ${savedVersions} WHERE m.user_id = ANY($1)`;
const FIND_ALL_OF_USERS = bindersOfUsers;
// A separate statement lets the planner start from the binders.
const FIND_SOME_OF_USERS = `${bindersOfUsers} AND m.binder_id = ANY($2)`;

export interface BinderVersionRow extends Record<string, unknown> {
  user_id: string;
  binder_id: string;
  seq: number;
  read_id: number;
  category_id: number | null;
  is_favourite: boolean;
  is_muted: boolean;
  archived_id: number | null;
  saved_version: string | null;
  knock_version: string | null;
  invitation_id: number | null;
}

export function findBinderVersions(db: Database, userIds: readonly string[]): Promise<BinderVersionRow[]> {
  return db.query<BinderVersionRow>(
    `SELECT m.user_id, b.id AS binder_id, b.seq, m.read_id, cb.category_id, m.is_favourite, m.is_muted, m.archived_id, saved.saved_version,
       ${knockVersion}, ${invitationId} FROM binder_members m
     JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     LEFT JOIN category_binders cb ON cb.user_id = m.user_id AND cb.binder_id = b.id
     ${savedVersions}
     WHERE m.user_id = ANY($1)`,
    [userIds],
  );
}
