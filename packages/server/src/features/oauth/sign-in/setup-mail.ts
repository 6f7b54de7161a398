import { openCatalogue } from '@ringbinder/locales';
import type { Environment } from '../../../environment/environment.ts';
import { mailError, mailFailureOf, oneLine, sendMail } from '../../../outbound/index.ts';
import { first } from '../../../storage/database.ts';
import { addPasswordReset, SETUP_LINK_MS, usesPasswords } from './resets.ts';

interface SetupText {
  language: string;
  org: string;
  /** The admin who created the account. */
  sender: string;
}

/**
 * Emails a new user a link to choose the first password. Never rejects. Returns whether the mail server accepted the
 * email.
 */
export async function mailSetupLink(env: Environment, userId: string, senderId: string): Promise<boolean> {
  if (env.config.smtpUrl === undefined) return false;
  try {
    const user = await first<SetupText & { email: string } & Record<string, unknown>>(
      env.db,
      `SELECT u.email, u.language, o.name AS org, sender.name AS sender FROM users u
       JOIN orgs o ON o.id = u.org_id JOIN users sender ON sender.id = $2
       WHERE u.id = $1 AND u.email IS NOT NULL AND u.password_hash IS NULL AND u.disabled_at IS NULL AND ${usesPasswords}`,
      [userId, senderId],
    );
    if (!user) return false;
    const url = await env.db.transaction((tx) => addPasswordReset(env, tx, userId, SETUP_LINK_MS));
    await sendMail(env, { to: user.email, ...(await writeSetupMail(user, url)) });
    return true;
  } catch (error) {
    const failure = mailFailureOf(error);
    // Log the library's errors without their text, which contains recipients.
    const reason = failure.code === 'UNKNOWN' ? error : mailError(failure);
    env.log.error({ err: reason }, 'mail: set-up link not sent');
    return false;
  }
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
