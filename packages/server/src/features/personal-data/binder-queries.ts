import type { Transaction } from '../../storage/database.ts';
import { feedTexts } from '../message-rows/index.ts';
import { invitedAddressIsAmong } from './invited-person.ts';

export async function lockBinder(tx: Transaction, binderId: string): Promise<void> {
  await tx.query('SELECT FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
}

export interface WrittenRow extends Record<string, unknown> {
  id: number;
  is_shown: boolean;
}

/** Without `withContent`, returns only messages that announce the person's arrival by name. */
export function findMessages(
  tx: Transaction,
  binderId: string,
  userId: string,
  withContent: boolean,
): Promise<(WrittenRow & { thread_id: number | null })[]> {
  return tx.query(
    `SELECT id, thread_id, deleted_at IS NULL AS is_shown FROM messages
     WHERE binder_id = $1 AND user_id = $2 AND ($3 OR is_feed AND text LIKE $4) ORDER BY id`,
    [binderId, userId, withContent, feedTexts.joined('%')],
  );
}

/** `visibleCount` is the number of messages that nobody had deleted before. */
export async function eraseMessages(
  tx: Transaction,
  binderId: string,
  ids: readonly number[],
  { visibleCount, at }: { visibleCount: number; at: number },
): Promise<void> {
  await tx.query(
    `WITH counted AS (UPDATE binders SET total_messages = total_messages - $3 WHERE id = $1),
       forgotten AS (
         DELETE FROM versions WHERE binder_id = $1 AND entity = 'messages' AND id IN (SELECT unnest($2::bigint[])::text)
       ), unknown AS (DELETE FROM message_words WHERE binder_id = $1 AND message_id = ANY($2::bigint[])),
       unsaved AS (DELETE FROM saved_messages WHERE binder_id = $1 AND message_id = ANY($2::bigint[])),
       unfound AS (
         DELETE FROM search_lexemes WHERE binder_id = $1 AND type = 'message' AND id IN (SELECT unnest($2::bigint[])::text)
       ), unfound_before AS (
         DELETE FROM search_terms WHERE binder_id = $1 AND type = 'message' AND id IN (SELECT unnest($2::bigint[])::text)
       )
     UPDATE messages SET text = '', richtext = NULL, html = NULL, fields = NULL, buttons = NULL, file = NULL, audio = NULL, preview = NULL,
       mentions = '{}', forwarded_from = NULL, forwarded_at = NULL, pinned_at = NULL, pinned_by = NULL, deleted_at = coalesce(deleted_at, $4), updated_at = $4
     WHERE binder_id = $1 AND id = ANY($2::bigint[])`,
    [binderId, ids, visibleCount, at],
  );
}

export function findComments(
  tx: Transaction,
  binderId: string,
  userId: string,
): Promise<(WrittenRow & { page_id: number })[]> {
  return tx.query(
    `SELECT id, page_id, deleted_at IS NULL AS is_shown FROM page_comments WHERE binder_id = $1 AND user_id = $2 ORDER BY id`,
    [binderId, userId],
  );
}

export async function eraseComments(
  tx: Transaction,
  binderId: string,
  ids: readonly number[],
  at: number,
): Promise<void> {
  await tx.query(
    `UPDATE page_comments SET text = '', deleted_at = coalesce(deleted_at, $3), updated_at = $3
     WHERE binder_id = $1 AND id = ANY($2::bigint[])`,
    [binderId, ids, at],
  );
}

export async function eraseAnnotations(
  tx: Transaction,
  binderId: string,
  userId: string,
): Promise<{ page_id: number; client_uuid: string }[]> {
  return tx.query(
    `WITH forgotten AS (
       UPDATE versions SET state = NULL WHERE binder_id = $1 AND entity = 'annotations' AND state->>'user_id' = $2
     )
     DELETE FROM annotations WHERE binder_id = $1 AND user_id = $2 RETURNING page_id, client_uuid`,
    [binderId, userId],
  );
}

/** Also erases earlier versions, and answers that the person gave as a delegate. */
export async function eraseAnswers(tx: Transaction, binderId: string, userId: string): Promise<void> {
  const isTheirs = (given: string, delegates: string) =>
    `(${given} ? $2 OR jsonb_path_exists(coalesce(nullif(${delegates}, 'null'), '{}'), '$.* ? (@ == $id)', jsonb_build_object('id', $2::text)))`;
  const answers = (given: string, delegates: string) =>
    `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(${given})
      WHERE key <> $2 AND ${delegates}->>key IS DISTINCT FROM $2)`;
  const signatures = (given: string, delegates: string) =>
    `(SELECT jsonb_object_agg(key, CASE WHEN key = $2 OR ${delegates}->>key = $2 THEN (
        SELECT jsonb_object_agg(place.key, place.value - '{text,strokes,sha256}'::text[] || '{"erased": true}') FROM jsonb_each(value) AS place
      ) ELSE value END) FROM jsonb_each(${given}))`;
  const past = (column: string, erased: typeof answers) =>
    `CASE WHEN jsonb_typeof(state->'${column}') = 'object' THEN
       jsonb_build_object('${column}', coalesce(${erased(`state->'${column}'`, "state->'delegates'")}, 'null')) ELSE '{}' END`;
  const isGiven = (column: string) => `(jsonb_typeof(state->'${column}') = 'object'
    AND ${isTheirs(`(state->'${column}')`, "state->'delegates'")})`;
  await tx.query(
    `WITH forgotten AS (
       UPDATE versions SET state = state || ${past('answers', answers)} || ${past('signatures', signatures)}
       WHERE binder_id = $1 AND entity = 'transaction_steps' AND (${isGiven('answers')} OR ${isGiven('signatures')})
     )
     UPDATE transaction_steps s SET answers = ${answers('s.answers', 's.delegates')},
       signatures = ${signatures('s.signatures', 's.delegates')}
     WHERE s.binder_id = $1 AND (s.answers IS NOT NULL AND ${isTheirs('s.answers', 's.delegates')}
       OR s.signatures IS NOT NULL AND ${isTheirs('s.signatures', 's.delegates')})`,
    [binderId, userId],
  );
}

/** Removes the person's files from the history of pages. Returns those that are no longer used. */
export function eraseReplacedTexts(
  tx: Transaction,
  binderId: string,
  userId: string,
  at: number,
): Promise<{ id: string; name: string }[]> {
  return tx.query(
    `WITH released AS (
       UPDATE files SET kept_in_history = false, updated_at = $3
       WHERE binder_id = $1 AND user_id = $2 AND kept_in_history RETURNING id, name, deleted_at
     ) SELECT id, name FROM released WHERE deleted_at IS NOT NULL`,
    [binderId, userId, at],
  );
}

export async function eraseInvitationTexts(tx: Transaction, binderId: string, userId: string): Promise<void> {
  for (const table of ['invitations', 'meet_invitations'])
    await tx.query(`UPDATE ${table} SET message = '' WHERE binder_id = $1 AND invited_by = $2`, [
      binderId,
      userId,
    ]);
}

export async function eraseCaptions(
  tx: Transaction,
  binderId: string,
  userId: string,
  withContent: boolean,
): Promise<void> {
  await tx.query(
    `WITH changed AS (
       UPDATE meet_captions SET name = '', text = CASE WHEN $3 THEN '' ELSE text END
       WHERE binder_id = $1 AND user_id = $2 RETURNING seq
     ), unfound_before AS (
       DELETE FROM search_terms WHERE binder_id = $1 AND type = 'caption' AND $3 AND id IN (SELECT seq::text FROM changed)
     )
     DELETE FROM search_lexemes WHERE binder_id = $1 AND type = 'caption' AND $3 AND id IN (SELECT seq::text FROM changed)`,
    [binderId, userId, withContent],
  );
}

/** Records the erasure in the hash chain. Begins a new epoch, so that clients reload. */
export async function eraseEntries(
  tx: Transaction,
  binderId: string,
  person: {
    userId: string;
    withContent: boolean;
    addresses: readonly string[];
    messageIds: readonly number[];
    commentIds: readonly number[];
  },
  at: number,
): Promise<number> {
  const { userId, withContent, addresses, messageIds, commentIds } = person;
  const rows = await tx.query(
    `WITH changed AS (
       SELECT seq, CASE
         WHEN kind IN ('message_posted', 'message_edited') AND (body->>'id')::bigint = ANY($4::bigint[])
           THEN (body - ARRAY['richtext', 'file', 'audio', 'mentions', 'forwarded']) || '{"text": ""}'
         WHEN kind IN ('page_commented', 'page_comment_edited') AND (body->>'id')::bigint = ANY($5::bigint[]) THEN body || '{"text": ""}'
         WHEN kind = 'meet_captioned' AND actor_id = $2
           THEN body || CASE WHEN $3 THEN '{"name": "", "text": ""}'::jsonb ELSE '{"name": ""}' END
         WHEN $3 AND kind IN ('step_pressed', 'step_completed') AND body ? 'answers' AND $2 IN (actor_id, body->>'for_user_id')
           THEN (body - 'answers') || CASE WHEN body->>'for_user_id' = $2 THEN '{"for_name": ""}' ELSE '{}' END::jsonb
         WHEN ${invitedAddressIsAmong('$2', '$7')}
           THEN body || CASE WHEN body ? 'email' THEN '{"email": ""}' ELSE '{"unique_id": ""}' END::jsonb
         WHEN body->>'user_id' = $2 AND body ? 'name' THEN body || '{"name": ""}'
         WHEN body->>'previous_user_id' = $2 THEN body || '{"previous_name": ""}'
         WHEN body->>'for_user_id' = $2 THEN body || '{"for_name": ""}'
       END AS body
       FROM binder_log WHERE binder_id = $1
     ), erased AS (
       UPDATE binder_log l SET body = changed.body FROM changed
       WHERE l.binder_id = $1 AND l.seq = changed.seq AND changed.body IS NOT NULL AND changed.body <> l.body
       RETURNING l.seq
     ), told AS (
       UPDATE binder_chain c SET salt = NULL, erased_at = $6 FROM erased
       WHERE c.binder_id = $1 AND c.seq = erased.seq AND c.salt IS NOT NULL
     ), begun AS (
       UPDATE binders SET epoch = left(replace(gen_random_uuid()::text, '-', ''), 12)
       WHERE id = $1 AND EXISTS (SELECT FROM erased)
     )
     SELECT FROM erased`,
    [binderId, userId, withContent, messageIds, commentIds, at, addresses],
  );
  return rows.length;
}

export async function eraseMessageEntries(
  tx: Transaction,
  binderId: string,
  ids: readonly number[],
  at: number,
): Promise<void> {
  await tx.query(
    `WITH erased AS (
       UPDATE binder_log SET body = (body - ARRAY['richtext', 'file', 'audio', 'mentions', 'forwarded']) || '{"text": ""}'
       WHERE binder_id = $1 AND kind IN ('message_posted', 'message_edited') AND (body->>'id')::bigint = ANY($2::bigint[])
       RETURNING seq
     )
     UPDATE binder_chain c SET salt = NULL, erased_at = $3 FROM erased
     WHERE c.binder_id = $1 AND c.seq = erased.seq AND c.salt IS NOT NULL`,
    [binderId, ids, at],
  );
}
