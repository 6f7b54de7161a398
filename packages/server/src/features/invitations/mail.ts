import { openCatalogue } from '@ringbinder/locales';
import { isStillMember } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { mailJob } from '../../environment/mail-job.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import { oneLine } from '../../outbound/index.ts';
import type { Database } from '../../storage/database.ts';
import { inviterMayInvite } from './queries.ts';

const HOUR_MS = 60 * 60 * 1000;
const RETRY_MS = 10 * 60 * 1000;
const MAX_MAILS_PER_DAY = 3;
const BATCH = 20;

const SAME_INVITATION = `binder_id = $1 AND org_id = $2 AND kind = 'email' AND key = $3`;

export const invitationMails = mailJob<DueMail>({
  name: 'invitation_mails',
  everyMs: 10_000,
  table: 'invitations',
  claim: claimDueMails,
  write: async (env, mail) => ({ to: mail.value, ...(await writeInvitation(env, mail)) }),
  onSent: ({ db }, mail) => updateInvitation(db, mail, 'mail_due_at = NULL'),
  onRefused: ({ db }, mail) => updateInvitation(db, mail, 'mailed_at = NULL'),
});

const updateInvitation = (db: Database, { binder_id, org_id, key }: DueMail, change: string) =>
  db.query(`UPDATE invitations SET ${change} WHERE ${SAME_INVITATION}`, [binder_id, org_id, key]);

interface DueMail extends InvitationText, Record<string, unknown> {
  org_id: string;
  key: string;
  value: string;
}

interface InvitationText {
  binder_id: string;
  message: string;
  expires_at: number;
  binder_name: string;
  inviter_name: string;
  /** Of the invited person, or of the inviter if the person has no account. */
  language: string;
  timezone: string;
}

/** One email per address, because each email counts towards `MAX_MAILS_PER_DAY`. */
function claimDueMails(db: Database, now: number): Promise<DueMail[]> {
  return db.query<DueMail>(
    `WITH due AS (
       SELECT i.binder_id, i.org_id, i.kind, i.key FROM invitations i
       JOIN binders b ON b.id = i.binder_id AND b.deleted_at IS NULL
       WHERE i.mail_due_at <= $1 AND i.expires_at > $1 AND ${inviterMayInvite} AND NOT EXISTS (
         SELECT FROM invitations earlier JOIN binders b ON b.id = earlier.binder_id AND b.deleted_at IS NULL
         WHERE earlier.kind = 'email' AND earlier.key = i.key AND earlier.mail_due_at <= $1 AND earlier.expires_at > $1
           AND ${isStillMember('earlier.invited_by', 'earlier.binder_id', 'write')}
           AND (earlier.mail_due_at, earlier.binder_id, earlier.org_id) < (i.mail_due_at, i.binder_id, i.org_id)
       ) AND (
         SELECT count(*) FROM invitations other
         WHERE other.kind = 'email' AND other.key = i.key AND other.mailed_at > $1 - ${24 * HOUR_MS}) < ${MAX_MAILS_PER_DAY}
       ORDER BY i.mail_due_at LIMIT ${BATCH} FOR UPDATE OF i SKIP LOCKED
     )
     UPDATE invitations i SET mail_due_at = $1 + ${RETRY_MS}, mailed_at = $1
     FROM due LEFT JOIN users invited ON invited.org_id = due.org_id AND lower(invited.email) = due.key, binders b, users u
     WHERE i.binder_id = due.binder_id AND i.org_id = due.org_id AND i.kind = due.kind AND i.key = due.key
       AND b.id = i.binder_id AND u.id = i.invited_by
     RETURNING i.binder_id, i.org_id, i.key, i.value, i.message, i.expires_at, b.name AS binder_name, u.name AS inviter_name,
       coalesce(invited.language, u.language) AS language, coalesce(invited.timezone, u.timezone) AS timezone`,
    [now],
  );
}

/** The email needs no secret: anybody who signs in with the invited address becomes a member. */
export async function writeInvitation(env: Environment, mail: InvitationText) {
  const { tag, text, date } = await openCatalogue(mail.language);
  const [name, binder] = [oneLine(mail.inviter_name), oneLine(mail.binder_name)];
  const parts = [
    text('invitation.invited', { name, binder }),
    ...(mail.message === '' ? [] : [text('mail.writes', { name }), mail.message.replace(/^/gm, '> ')]),
    text('invitation.sign_in'),
    `${pageOrigin(env)}/b/${mail.binder_id}`,
    `${text('invitation.no_account', { name })}\n${text('invitation.until', { date: date(mail.expires_at, mail.timezone) })} ${text('mail.unknown_sender', { name })}`,
  ];
  return {
    subject: text('invitation.subject', { name, binder }),
    text: `${parts.join('\n\n')}\n`,
    language: tag,
  };
}
