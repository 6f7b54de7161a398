/** Statements that are asked over all binders, or of several, for a reason. */
export interface ListedStatements {
  why: string;
  /**
   * A part of the statement's text that tells it from others, white space as it may be, and the tables that it gives no
   * binder for, as the check names them. None: it is given the keys of several binders.
   */
  statements: Readonly<Record<string, string>>;
}

/**
 * Every statement that a cluster would not send to the server of one binder. Whoever writes another one gives it its
 * binder, or adds it here with the reason (docs/decisions/distribution.md).
 */
export const LISTED_STATEMENTS: readonly ListedStatements[] = [
  {
    why: 'the binders of a person: found by binder_members, which is by binder',
    statements: {
      'FROM binder_members m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL LEFT JOIN category_binders cb':
        'binder_log, binder_members, binder_members m, binder_members o, binders b, category_binders cb, messages x, pages, todos',
      'JOIN binder_members member ON member.binder_id = m.binder_id AND member.user_id = $1 WHERE m.state':
        'binder_members member, binders b, meets m',
      'companions AS ( SELECT u.id FROM users u WHERE u.id IN ( SELECT other.user_id FROM binder_members own':
        'binder_members other, binder_members own, binders b',
      'SELECT category_id, binder_id FROM category_binders WHERE user_id = $1': 'category_binders',
    },
  },
  {
    why: 'the binders of an org, or of its bots, which the console lists and limits count',
    statements: {
      'AS total_pages FROM binders b WHERE b.org_id = $1': 'binder_members, binders b, pages',
      'AS total_pages FROM binders b JOIN binder_members m ON m.binder_id = b.id AND m.user_id = $5 WHERE b.org_id = $1':
        'binder_members, binder_members m, binders b, pages',
      'SELECT count(*) AS binders FROM binders WHERE org_id = $1': 'binders',
      'SELECT id FROM binders WHERE org_id = $1 AND deleted_at IS NULL ORDER BY created_at, id': 'binders',
      'SELECT DISTINCT f.sha256, f.size FROM binders b JOIN files f': 'binders b, files f, pages p',
    },
  },
  {
    why: 'a bot that leaves or returns: all its binders in one statement, so that no half of it can be done',
    statements: {
      'WHERE m.user_id = $1 AND b.deleted_at IS NULL ORDER BY b.id FOR NO KEY UPDATE OF b':
        'binder_members m, binders b',
      'UPDATE binders b SET seq = b.seq + 1, updated_at = greatest(b.updated_at, $3), access_version = b.access_version + 1 FROM binder_members m':
        'binder_log, binder_members m, binders b, bot_log_cursors, versions',
    },
  },
  {
    why: 'a reader of all logs: which binders have something new, and several of them at a time',
    statements: {
      'SELECT b.id, b.org_id FROM binders b LEFT JOIN usage_read r': 'binders b, usage_read r',
      'counted AS ( INSERT INTO usage_days': '',
      'SELECT r.binder_id FROM bot_log_cursors r JOIN binders b ON b.id = r.binder_id WHERE b.seq > r.seq':
        'binders b, bot_log_cursors r',
      'FOR UPDATE OF r SKIP LOCKED': '',
      'moved AS ( INSERT INTO binder_chain_heads AS h': '',
      'FROM binders b LEFT JOIN binder_chain_heads h ON': 'binder_chain_heads h, binders b',
      'SELECT b.id FROM binders b LEFT JOIN search_terms_read r':
        'binders b, page_texts t, search_terms_read r',
    },
  },
  {
    why: 'a job over all binders: what is due is found, or claimed, by its time',
    statements: {
      'FROM clips WHERE page_id IS NULL AND refusal IS NULL AND claimed_until <=': 'clips',
      "UPDATE meet_recording_jobs SET state = 'composing'": 'meet_recording_jobs',
      'WITH due AS ( SELECT i.binder_id, i.org_id, i.kind, i.key FROM invitations i':
        'binder_members giver, binders b, invitations earlier, invitations i, invitations other',
      'WITH due AS ( SELECT i.binder_id, i.meet_id, i.user_id FROM meet_invitations i':
        'binder_members member, binders b, meet_invitations i, meet_invitations sent, meets m',
      'WITH due AS ( SELECT l.id FROM step_links l':
        'binder_members giver, binders b, step_links l, step_links sent, transaction_steps s, transactions t',
      "FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL WHERE m.state = 'SESSION_SCHEDULED' AND":
        'binders b, meets m',
      'FROM todos t JOIN binders b ON b.id = t.binder_id AND b.deleted_at IS NULL WHERE t.reminder_at':
        'binders b, todos t',
      'FROM orgs o JOIN binders b ON b.org_id = o.id AND b.deleted_at IS NULL WHERE o.message_days IS NOT NULL':
        'binders b, messages m',
      'FROM orgs o JOIN binders b ON b.org_id = o.id AND b.deleted_at IS NULL JOIN files f':
        'binders b, files f',
    },
  },
  {
    why: 'what has expired is removed, in all binders at once',
    statements: {
      'DELETE FROM clips WHERE updated_at < $1': 'clips',
      'DELETE FROM invitations WHERE expires_at < $1': 'invitations',
      'DELETE FROM meet_guest_links WHERE expires_at < $1': 'meet_guest_links',
      "DELETE FROM meet_recording_jobs WHERE state = 'failed'": 'meet_recording_jobs',
      'DELETE FROM step_links WHERE expires_at < $1': 'step_links',
      'DELETE FROM uploads WHERE expires_at <= $1': 'uploads',
      'DELETE FROM view_links WHERE expires_at < $1': 'view_links',
      'DELETE FROM files f USING binders b WHERE b.deleted_at < $1': 'binders b, files f',
      'WITH forgotten AS ( DELETE FROM files f': 'binders b, files f, pages p, versions',
      'UPDATE messages m SET audio = NULL': 'binders b, messages m',
      'UPDATE binders SET cover_sha256 = NULL': 'binders',
    },
  },
  {
    why: 'whether anything in any binder names some bytes, or some upload',
    statements: {
      'NOT EXISTS (SELECT FROM files f WHERE f.pdf_sha256 = b.sha256)': 'binders c, files f, messages m',
      'WHERE NOT EXISTS (SELECT FROM uploads u WHERE u.id = partial.id': 'clips c, uploads u',
    },
  },
  {
    why: 'what an id opens that names no binder: a link, or the session_key of a meet, found by an index on it',
    statements: {
      'FROM meet_guest_links l JOIN meets m ON':
        'binder_members giver, binders b, meet_guest_links l, meets m',
      'SELECT b.id, b.name FROM view_links l': 'binder_members giver, binders b, view_links l',
      'FROM step_links l JOIN binders b ON b.id = l.binder_id':
        'binder_members m, binders b, step_links l, transaction_steps s, transactions t',
      'UPDATE step_links SET mail_due_at = NULL WHERE id = $1': 'step_links',
      'UPDATE step_links SET used_at = $2 WHERE id = $1': 'step_links',
      'JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL WHERE m.session_key = $1':
        'binders b, meets m',
      'SELECT m.session_key, o.guests_by_session_key FROM meets m': 'binders b, meets m',
      'UPDATE meets SET is_locked = $2 WHERE session_key = $1': 'meets',
      'UPDATE meets SET has_captions = $2 WHERE session_key = $1': 'meets',
      'SELECT node_id FROM meets WHERE session_key = $1': 'meets',
      'UPDATE meets SET node_id = $2, node_lease_until =': 'meets',
      'WHERE session_key = ANY($2) AND node_id = $1': 'meets',
    },
  },
  {
    why: 'what waits for one person in any binder: invitations at a sign-in, uploads under way, steps and to-dos',
    statements: {
      'SELECT binder_id FROM transaction_steps WHERE assignee_id = $1 AND completed_at IS NULL AND binder_id > $2':
        'binder_members m, binders b, todos, transaction_steps',
      'SELECT DISTINCT i.binder_id FROM users u': 'invitations i',
      'DELETE FROM invitations i USING users u WHERE u.id = $1': 'invitations i',
      'NOT EXISTS (SELECT FROM invitations i WHERE i.key = g.unique_id': 'invitations i',
      "EXISTS (SELECT FROM invitations WHERE key = $5 AND kind = 'unique_id'": 'invitations',
      'SELECT count(*) AS uploads, coalesce(sum(reserved), 0) AS bytes FROM uploads WHERE user_id = $1':
        'uploads',
    },
  },
  {
    why: 'pages are copied from one binder to another',
    statements: {
      'FROM unnest($3::bigint[], $4::bigint[]) WITH ORDINALITY AS moved (source_page, target_page, ordinal)':
        '',
    },
  },
  {
    why: 'the rows of an archive, which name their binder themselves and are read one table at a time',
    statements: {
      'FROM jsonb_populate_recordset(NULL::':
        'annotations, binder_chain, binder_log, binder_members, binders, files, meet_captions, meet_invitations, meet_recordings, meets, message_reactions, messages, page_comments, page_texts, pages, todos, transaction_steps, transactions, version_starts, versions',
    },
  },
  {
    why: 'all that is of one person, fifty binders at a time',
    statements: {
      'FROM ( SELECT id FROM binders WHERE partner_id = (SELECT partner_id FROM users WHERE id = $1) AND id > $2':
        'binder_log l, binder_members m, binders',
      'WITH batch AS ( SELECT id FROM binders WHERE partner_id = (SELECT partner_id FROM users WHERE id = $1)':
        'annotations r, binder_members r, binders, files r, meet_captions r, meet_invitations r, meets r, message_reactions r, messages r, page_comments r, todos r, transaction_steps r, transactions r',
    },
  },
  {
    why: 'the sandbox asks when the next thing is due, as its clock is moved',
    statements: {
      'SELECT EXISTS (SELECT FROM bot_log_cursors r': 'binders b, bot_log_cursors r',
      'SELECT least(min(m.starts_at - 600000)': 'binders b, meets m',
      'SELECT min(t.reminder_at) AS at FROM todos t': 'binders b, todos t',
      'SELECT min(mail_due_at) AS at FROM': 'invitations, meet_invitations, step_links',
      'SELECT min(made.at + days': 'binders b, files f, messages m',
    },
  },
];
