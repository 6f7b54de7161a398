import { isAwaited, isStillMember } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { mailJob } from '../../environment/mail-job.ts';
import { oneLine } from '../../outbound/index.ts';
import type { Database } from '../../storage/database.ts';
import { approvalLinkUrl } from './create.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Retry delay after a failure or a crash of the sender. */
const RETRY_MS = 10 * 60 * 1000;
/** Mails per recipient and day, from all senders. */
const MAX_MAILS_PER_DAY = 50;
const BATCH = 20;

export const approvalLinkMails = mailJob<DueMail>({
  name: 'step_link_mails',
  everyMs: 5_000,
  table: 'step_links',
  claim: claimDueMails,
  write: (env, mail) => ({ to: mail.email, ...wordsOf(env, mail) }),
  onSent: ({ db }, { id }) => db.query('UPDATE step_links SET mail_due_at = NULL WHERE id = $1', [id]),
});

interface DueMail extends Record<string, unknown> {
  id: string;
  email: string;
  title: string;
  binder_name: string;
  sender_name: string;
  expires_at: number;
}

/** Claims the mails of valid links to open steps, for recipients below their limit. */
function claimDueMails(db: Database, now: number): Promise<DueMail[]> {
  return db.query<DueMail>(
    `WITH due AS (
       SELECT l.id FROM step_links l
       JOIN transaction_steps s ON s.binder_id = l.binder_id AND s.id = l.step_id AND s.completed_at IS NULL
         AND ${isAwaited('s', 'l.user_id')}
       WHERE l.mail_due_at <= $1 AND l.expires_at > $1 AND l.used_at IS NULL
         AND ${isStillMember('l.user_id', 'l.binder_id', 'read')} AND (
         SELECT count(*) FROM step_links sent
         WHERE sent.user_id = l.user_id AND sent.created_at > $1 - ${DAY_MS} AND sent.id <> l.id AND sent.is_mailed
           AND sent.mail_due_at IS NULL
       ) < ${MAX_MAILS_PER_DAY}
       ORDER BY l.mail_due_at LIMIT ${BATCH} FOR UPDATE OF l SKIP LOCKED
     )
     UPDATE step_links l SET mail_due_at = $1 + ${RETRY_MS}
     FROM due, transactions t, binders b, users u, users sender
     WHERE l.id = due.id AND t.binder_id = l.binder_id AND t.id = l.transaction_id AND t.deleted_at IS NULL
       AND b.id = l.binder_id AND b.deleted_at IS NULL AND u.id = l.user_id AND u.disabled_at IS NULL
       AND u.email IS NOT NULL AND sender.id = l.created_by
     RETURNING l.id, u.email, t.title, b.name AS binder_name, sender.name AS sender_name, l.expires_at`,
    [now],
  );
}

function wordsOf(env: Environment, mail: DueMail): { subject: string; text: string } {
  const [title, binder, sender] = [mail.title, mail.binder_name, mail.sender_name].map(oneLine);
  const until = new Date(mail.expires_at).toISOString().slice(0, 16).replace('T', ' ');
  return {
    subject: `Your answer is requested: ${title}`,
    text: `${sender} asks for your answer to “${title}” in the binder “${binder}”.

Read the request and answer it here:

${approvalLinkUrl(env, mail.id)}

The link is for you only. It works once, until ${until} UTC. Anyone who has it can answer in your name: do not forward it.
If you do not know ${sender}, ignore this email.
`,
  };
}
