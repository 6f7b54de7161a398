import { openCatalogue } from '@ringbinder/locales';
import type { Environment } from '../../../environment/environment.ts';
import { mailJob, sendDueMail } from '../../../environment/mail-job.ts';
import { oneLine } from '../../../outbound/index.ts';
import type { Database, Transaction } from '../../../storage/database.ts';
import { addPasswordReset, SETUP_LINK_MS, usesPasswords } from './resets.ts';

const RETRY_MS = 10 * 60 * 1000;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const BATCH = 20;

interface SetupText {
  language: string;
  org: string;
  sender: string;
}

interface DueMail extends SetupText, Record<string, unknown> {
  user_id: string;
  email: string;
}

const mails = {
  name: 'setup_mails',
  everyMs: 10_000,
  table: 'setup_mails',
  claim: (db: Database, now: number) => claimMails(db, now, null),
  async write(env: Environment, { user_id: userId, email, ...text }: DueMail) {
    const url = await env.db.transaction((tx) => addPasswordReset(env, tx, userId, SETUP_LINK_MS));
    return { to: email, ...(await writeSetupMail(text, url)) };
  },
  onSent: ({ db }: Environment, { user_id: userId }: DueMail) => removeMail(db, userId),
  dropsRejected: true,
  onRefused: async ({ db }: Environment, { user_id: userId }: DueMail, isPermanent: boolean) =>
    isPermanent && removeMail(db, userId),
} as const;

export const setupMails = mailJob<DueMail>(mails);

/** Call this in the transaction that creates the user, so that a crash loses no email. */
export async function queueSetupMail(
  { config }: Environment,
  tx: Transaction,
  { userId, senderId, at }: { userId: string; senderId: string; at: number },
): Promise<void> {
  if (config.smtpUrl === undefined) return;
  await tx.query(
    `INSERT INTO setup_mails (user_id, sent_by, created_at, mail_due_at) VALUES ($1, $2, $3, $3::bigint + ${RETRY_MS})`,
    [userId, senderId, at],
  );
}

/** Never rejects. */
export async function mailSetupLink(env: Environment, userId: string): Promise<boolean> {
  try {
    const [due] = await claimMails(env.db, env.clock.now(), userId);
    return due !== undefined && (await sendDueMail(env, mails, due)) === undefined;
  } catch (error) {
    env.log.error({ err: error }, 'mail: set-up link not sent, retrying');
    return false;
  }
}

function claimMails(db: Database, now: number, userId: string | null): Promise<DueMail[]> {
  return db.query<DueMail>(
    `WITH due AS (
       SELECT m.user_id FROM setup_mails m JOIN users u ON u.id = m.user_id JOIN orgs o ON o.id = u.org_id
       WHERE CASE WHEN $2::text IS NULL THEN m.mail_due_at <= $1 ELSE m.user_id = $2 END
         AND (u.disabled_at IS NULL AND o.disabled_at IS NULL OR m.created_at <= $1 - ${MAX_AGE_MS})
       ORDER BY m.mail_due_at LIMIT ${BATCH} FOR UPDATE OF m SKIP LOCKED
     ), claimed AS (
       UPDATE setup_mails m SET mail_due_at = $1 + greatest(${RETRY_MS}, $1 - m.created_at)
       FROM due, users u JOIN orgs o ON o.id = u.org_id, users sender
       WHERE m.user_id = due.user_id AND u.id = due.user_id AND sender.id = m.sent_by AND m.created_at > $1 - ${MAX_AGE_MS}
         AND u.email IS NOT NULL AND u.password_hash IS NULL AND u.disabled_at IS NULL AND o.disabled_at IS NULL
         AND ${usesPasswords}
       RETURNING m.user_id, u.email, u.language, o.name AS org, sender.name AS sender
     ), ended AS (
       DELETE FROM setup_mails WHERE user_id IN (SELECT user_id FROM due EXCEPT SELECT user_id FROM claimed)
     )
     SELECT * FROM claimed`,
    [now, userId],
  );
}

async function removeMail(db: Database, userId: string): Promise<void> {
  await db.query('DELETE FROM setup_mails WHERE user_id = $1', [userId]);
}

export async function writeSetupMail({ language, ...user }: SetupText, url: string) {
  const { tag, text } = await openCatalogue(language);
  const [name, org] = [oneLine(user.sender), oneLine(user.org)];
  const parts = [
    text('setup_mail.created', { name, org }),
    `${text('setup_mail.open')}\n${url}`,
    text('mail.unknown_sender', { name }),
  ];
  return { subject: text('setup_mail.subject', { org }), text: `${parts.join('\n\n')}\n`, language: tag };
}
