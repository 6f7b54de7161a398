import { archiveRowVersions, type LogRange, rangeColumns, unreadEntries } from '../../log/index.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import type { StoredPreview } from './read-page.ts';

/** Older messages get no preview, for example if the server was stopped for hours. */
const MAX_AGE_MS = 60 * 60 * 1000;
const LEASE_MS = 60_000;
/** Slow pages of one org must not delay other orgs. */
const MAX_PER_ORG = 4;

export async function queuePreviews(
  tx: Transaction,
  ranges: readonly LogRange[],
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO link_preview_queue (binder_id, message_id, due_at)
     SELECT DISTINCT m.binder_id, m.id, $4::bigint FROM ${unreadEntries}
     JOIN binders b ON b.id = l.binder_id AND b.deleted_at IS NULL JOIN orgs o ON o.id = b.org_id AND o.link_previews
     JOIN messages m ON m.binder_id = l.binder_id AND m.id = (l.body->>'id')::bigint AND m.deleted_at IS NULL AND NOT m.is_feed
     WHERE l.kind IN ('message_posted', 'message_edited') AND l.at > $5::bigint
       AND (m.text LIKE '%http%' OR m.html LIKE '%href="http%')
     ON CONFLICT (binder_id, message_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0`,
    [...rangeColumns(ranges), now, now - MAX_AGE_MS],
  );
}

export interface ClaimedPreview extends Record<string, unknown> {
  binder_id: string;
  message_id: number;
  due_at: number;
  attempts: number;
}

export function claimPreview(db: Database, now: number): Promise<ClaimedPreview | undefined> {
  return first<ClaimedPreview>(
    db,
    `WITH due AS MATERIALIZED (
       SELECT d.binder_id, d.message_id FROM link_preview_queue d JOIN binders b ON b.id = d.binder_id
       WHERE d.due_at <= $1::bigint AND b.org_id NOT IN (
         SELECT cb.org_id FROM link_preview_queue c JOIN binders cb ON cb.id = c.binder_id
         WHERE c.due_at > $1::bigint GROUP BY cb.org_id HAVING count(*) >= ${MAX_PER_ORG})
       ORDER BY d.due_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
     UPDATE link_preview_queue q SET due_at = $1::bigint + ${LEASE_MS}, attempts = q.attempts + 1 FROM due
     WHERE q.binder_id = due.binder_id AND q.message_id = due.message_id
     RETURNING q.binder_id, q.message_id, q.due_at, q.attempts`,
    [now],
  );
}

export async function removeFromQueue(db: Database, claimed: ClaimedPreview): Promise<void> {
  await db.query(
    'DELETE FROM link_preview_queue WHERE binder_id = $1 AND message_id = $2 AND due_at = $3::bigint',
    [claimed.binder_id, claimed.message_id, claimed.due_at],
  );
}

/** `title` is absent if the author removed the preview. */
export type PreviewOfMessage = StoredPreview | { url: string; title?: undefined };

export interface LinkedMessage extends Record<string, unknown> {
  user_id: string;
  text: string;
  html: string | null;
  preview: PreviewOfMessage | null;
  is_allowed: boolean;
}

export function findMessage(
  db: Database,
  binderId: string,
  messageId: number,
): Promise<LinkedMessage | undefined> {
  return first<LinkedMessage>(
    db,
    `SELECT m.user_id, m.text, m.html, m.preview, o.link_previews AS is_allowed
     FROM messages m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL JOIN orgs o ON o.id = b.org_id
     WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL`,
    [binderId, messageId],
  );
}

/** Returns false if the message was deleted or its text has changed. */
export function setPreview(
  tx: Transaction,
  binderId: string,
  messageId: number,
  { text, html }: Pick<LinkedMessage, 'text' | 'html'>,
  preview: PreviewOfMessage,
): Promise<boolean> {
  return hasRow(
    tx,
    `WITH kept AS (${archiveRowVersions('messages', 'ARRAY[$2::text]')})
     UPDATE messages SET preview = $3::jsonb
     WHERE binder_id = $1 AND id = $2::text::bigint AND deleted_at IS NULL AND text = $4 AND html IS NOT DISTINCT FROM $5::text
     RETURNING id`,
    [binderId, messageId, JSON.stringify(preview), text, html],
  );
}
