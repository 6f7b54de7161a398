import { type BinderRole, isDisabled } from '../../access/index.ts';
import type { StoredLogEntry } from '../../log/index.ts';
import { type Database, first } from '../../storage/database.ts';
import { latestActivity } from '../conversations/index.ts';
import { statusColumn, type UserRow, userColumns } from '../users/index.ts';

export const MAX_UNREAD = 1000;

export interface SharedBinderRow extends Record<string, unknown> {
  id: string;
  name: string;
  description: string;
  conversation: boolean;
  created_at: number;
  updated_at: number;
  seq: number;
  owner_id: string;
  owner_name: string;
  total_members: number;
  total_pages: number;
  total_todos: number;
  total_messages: number;
  /** Id and revision of the first page, or 0 and `cover_at` if the binder has a cover. */
  first_page: [number, number] | null;
}

export interface OwnBinderRow extends SharedBinderRow {
  unread: number;
  category_id: number | null;
  category_name: string | null;
  is_favourite: boolean;
  is_muted: boolean;
  is_archived: boolean;
}

export interface BinderRow extends OwnBinderRow {
  last_feed: StoredLogEntry | null;
}

export const sharedColumns = `b.id, b.name, b.description, b.conversation, b.created_at, b.updated_at, b.seq, b.total_messages,
         b.owner_id, (SELECT name FROM users WHERE id = b.owner_id) AS owner_name,
         (SELECT count(*) FROM binder_members WHERE binder_id = b.id) AS total_members,
         (SELECT count(*) FROM pages WHERE binder_id = b.id AND deleted_at IS NULL) AS total_pages,
         (SELECT count(*) FROM todos WHERE binder_id = b.id AND deleted_at IS NULL) AS total_todos,
         CASE WHEN b.cover_at IS NOT NULL THEN jsonb_build_array(0, b.cover_at) ELSE
           (SELECT jsonb_build_array(id, revision) FROM pages
            WHERE binder_id = b.id AND deleted_at IS NULL ORDER BY page_number, id LIMIT 1) END AS first_page`;

/** CASE, because the subquery must run only for archived binders. It reads no more messages than the count of unread ones. */
export const archivedColumn = `CASE WHEN m.archived_id IS NULL THEN false ELSE NOT EXISTS (
           SELECT FROM (
             SELECT x.thread_only, x.mentions FROM messages x
             WHERE x.binder_id = m.binder_id AND x.id > m.archived_id AND x.user_id <> m.user_id AND x.deleted_at IS NULL
             ORDER BY x.id DESC LIMIT ${MAX_UNREAD}) newest
           WHERE NOT (m.is_muted OR newest.thread_only) OR m.user_id = ANY(newest.mentions)) END`;

export const ownColumns = `${sharedColumns}, c.id AS category_id, c.name AS category_name, m.is_favourite, m.is_muted,
         ${archivedColumn} AS is_archived,
         (SELECT count(*) FROM (
            SELECT FROM messages x
            WHERE x.binder_id = b.id AND x.id > m.read_id AND x.user_id <> m.user_id AND x.deleted_at IS NULL
              AND (NOT x.thread_only OR m.user_id = ANY(x.mentions))
            LIMIT ${MAX_UNREAD}) unread_messages) AS unread`;

const binderColumns = `${ownColumns}, ${latestActivity('b.id')} AS last_feed`;

export const binderSource = `
  FROM binder_members m
  JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
  LEFT JOIN category_binders cb ON cb.user_id = m.user_id AND cb.binder_id = b.id
  LEFT JOIN categories c ON c.user_id = cb.user_id AND c.id = cb.category_id`;

export interface ListedBinderRow extends BinderRow {
  place_at: number;
}

/** A binder with more changes during paging may appear twice. */
const MAX_CONCURRENT_CHANGES = 100;

/**
 * Pages stay consistent, because the order is that of the time `asOf`.
 *
 * @param emails the addresses that the members of a binder must include; empty for all binders
 */
export function findBindersOf(
  db: Database,
  userId: string,
  from: { asOf: number; placeAt: number; id: string },
  limit: number,
  emails: readonly string[] = [],
): Promise<ListedBinderRow[]> {
  const { asOf, placeAt, id } = from;
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
  return db.query<ListedBinderRow>(FIND_BINDERS, [userId, asOf, placeAt, id, limit, addresses]);
}

// OFFSET 0 prevents PostgreSQL from computing the position twice.
const FIND_BINDERS = `
  SELECT ${binderColumns}, place.at AS place_at ${binderSource}
  CROSS JOIN LATERAL (
    SELECT CASE WHEN b.updated_at <= $2 THEN b.updated_at ELSE coalesce((
      SELECT at FROM (
        SELECT seq, at FROM binder_log WHERE binder_id = b.id ORDER BY seq DESC LIMIT ${MAX_CONCURRENT_CHANGES}
      ) latest WHERE at <= $2 ORDER BY seq DESC LIMIT 1
    ), b.created_at) END AS at OFFSET 0
  ) place
  WHERE m.user_id = $1 AND b.created_at <= $2 AND (place.at, b.id) < ($3, $4)
    AND (cardinality($6::text[]) = 0 OR cardinality($6) = (
      SELECT count(DISTINCT lower(u.email)) FROM binder_members o JOIN users u ON u.id = o.user_id
      WHERE o.binder_id = b.id AND o.user_id = ANY(ARRAY(SELECT id FROM users WHERE lower(email) = ANY($6)))))
  ORDER BY place.at DESC, b.id DESC LIMIT $5`;

export function findBinderOf(db: Database, userId: string, binderId: string): Promise<BinderRow | undefined> {
  return first<BinderRow>(db, FIND_BINDER, [userId, binderId]);
}

const FIND_BINDER = `SELECT ${binderColumns} ${binderSource} WHERE m.user_id = $1 AND b.id = $2`;

export interface MemberRow extends UserRow {
  member_role: BinderRole;
  joined_at: number;
  changed_at: number;
  /** Absent in lists of binders. */
  is_disabled?: boolean;
}

const memberSelect = `
  SELECT m.role AS member_role, m.created_at AS joined_at, m.updated_at AS changed_at, ${userColumns},
    ${statusColumn('$2')}, $2::bigint IS NOT NULL AND ${isDisabled('u')} AS is_disabled
  FROM binder_members m JOIN users u ON u.id = m.user_id WHERE m.binder_id = $1`;

/** @param now null for a past state of the binder, in which members have no status and are not disabled */
export function findMembers(db: Database, binderId: string, now: number | null): Promise<MemberRow[]> {
  return db.query<MemberRow>(`${memberSelect} ORDER BY m.role = 'owner' DESC, u.name, u.id`, [binderId, now]);
}

export function findMembersByIds(
  db: Database,
  binderId: string,
  userIds: readonly string[],
  now: number,
): Promise<MemberRow[]> {
  return db.query<MemberRow>(`${memberSelect} AND m.user_id = ANY($3)`, [binderId, now, userIds]);
}

const MAX_LISTED_MEMBERS = 10;

interface MembershipRow extends Record<string, unknown> {
  binder_id: string;
  user_id: string;
  member_role: BinderRole;
  joined_at: number;
  changed_at: number;
}

export async function findSomeMembers(
  db: Database,
  binderIds: readonly string[],
): Promise<Map<string, MemberRow[]>> {
  const memberships = await db.query<MembershipRow>(FIND_SOME_MEMBERS, [binderIds]);
  const userIds = [...new Set(memberships.map(({ user_id }) => user_id))];
  const rows = await db.query<UserRow>(`SELECT ${userColumns} FROM users u WHERE u.id = ANY($1)`, [userIds]);
  const users = new Map(rows.map((user) => [user.id, user]));
  const members = new Map<string, MemberRow[]>(binderIds.map((id) => [id, []]));
  for (const { binder_id, user_id, member_role, joined_at, changed_at } of memberships) {
    const [user, list] = [users.get(user_id), members.get(binder_id)];
    if (!user || !list) continue;
    const member = { ...user, member_role, joined_at, changed_at };
    if (member_role === 'owner') list.unshift(member);
    else list.push(member);
  }
  return members;
}

// The primary key makes this as fast for 10,000 members as for ten.
const FIND_SOME_MEMBERS = `
  SELECT m.binder_id, m.user_id, m.role AS member_role, m.created_at AS joined_at, m.updated_at AS changed_at
  FROM binders b CROSS JOIN LATERAL (
    SELECT * FROM binder_members WHERE binder_id = b.id AND user_id = b.owner_id
    UNION ALL
    (SELECT * FROM binder_members WHERE binder_id = b.id AND user_id <> b.owner_id
     ORDER BY user_id LIMIT ${MAX_LISTED_MEMBERS - 1})
  ) m
  WHERE b.id = ANY($1)`;

export async function insertBinder(
  db: Database,
  binder: {
    id: string;
    partnerId: string;
    orgId: string;
    ownerId: string;
    name: string;
    description: string;
    conversation: boolean;
    at: number;
  },
): Promise<void> {
  await db.query(
    `WITH binder AS (
       INSERT INTO binders (id, partner_id, org_id, owner_id, name, description, conversation, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     )
     INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) VALUES ($1, $4, 'owner', $8, $8)`,
    [
      binder.id,
      binder.partnerId,
      binder.orgId,
      binder.ownerId,
      binder.name,
      binder.description,
      binder.conversation,
      binder.at,
    ],
  );
}

export async function updateBinderText(
  db: Database,
  binderId: string,
  change: { name: string | undefined; description: string | undefined },
): Promise<void> {
  await db.query(
    'UPDATE binders SET name = coalesce($2, name), description = coalesce($3, description) WHERE id = $1',
    [binderId, change.name ?? null, change.description ?? null],
  );
}

export async function markBinderDeleted(db: Database, binderId: string, at: number): Promise<void> {
  await db.query('UPDATE binders SET deleted_at = $2 WHERE id = $1', [binderId, at]);
}
