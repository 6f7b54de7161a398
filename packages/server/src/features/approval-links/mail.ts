import { openCatalogue } from '@ringbinder/locales';
import { isAwaited, isStillMember } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { mailJob } from '../../environment/mail-job.ts';
import { oneLine } from '../../outbound/index.ts';
import type { Database } from '../../storage/database.ts';
import { approvalLinkUrl } from './create.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 10 * 60 * 1000;
const MAX_DAILY_MAILS_PER_RECIPIENT = 50;
const BATCH = 20;

export const approvalLinkMails = mailJob<DueMail>({
  name: 'step_link_mails',
  everyMs: 5_000,
  table: 'step_links',
  claim: claimDueMails,
  write: async (env, mail) => ({ to: mail.email, ...(await writeStepLink(env, mail)) }),
  onSent: ({ db }, { id }) => db.query('UPDATE step_links SET mail_due_at = NULL WHERE id = $1', [id]),
});

interface DueMail extends StepLinkText, Record<string, unknown> {
  email: string;
}

interface StepLinkText {
  id: string;
  title: string;
  binder_name: string;
  sender_name: string;
  expires_at: number;
  language: string;
  timezone: string;
}

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
       ) < ${MAX_DAILY_MAILS_PER_RECIPIENT}
       ORDER BY l.mail_due_at LIMIT ${BATCH} FOR UPDATE OF l SKIP LOCKED
     )
     UPDATE step_links l SET mail_due_at = $1 + ${RETRY_MS}
     FROM due, transactions t, binders b, users u, users sender
     WHERE l.id = due.id AND t.binder_id = l.binder_id AND t.id = l.transaction_id AND t.deleted_at IS NULL
       AND b.id = l.binder_id AND b.deleted_at IS NULL AND u.id = l.user_id AND u.disabled_at IS NULL
       AND u.email IS NOT NULL AND sender.id = l.created_by
     RETURNING l.id, u.email, u.language, u.timezone, t.title, b.name AS binder_name, sender.name AS sender_name, l.expires_at`,
    [now],
  );
}

export async function writeStepLink(env: Environment, mail: StepLinkText) {
  const { tag, text, dateTime } = await openCatalogue(mail.language);
  const title = oneLine(mail.title);
  const [binder, name] = [oneLine(mail.binder_name), oneLine(mail.sender_name)];
  const time = dateTime(mail.expires_at, mail.timezone);
  const parts = [
    text('step_link.asked', { name, title, binder }),
    text('step_link.open'),
    approvalLinkUrl(env, mail.id),
    `${text('step_link.once', { time })} ${text('step_link.private')}\n${text('mail.unknown_sender', { name })}`,
  ];
  return {
    subject: text('step_link.subject', { title }),
    text: `${parts.join('\n\n')}\n`,
    language: tag,
  };
}
