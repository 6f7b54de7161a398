import { openCatalogue } from '@ringbinder/locales';
import type { Environment } from '../../environment/environment.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import { mailError, mailFailureOf, sendMail } from '../../outbound/index.ts';
import { claimBounce, type ReplyAddressRow, releaseBounce } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** At most once a day. The sender address may be forged, so the email goes to the user's own address. */
export async function sendBounce(
  env: Environment,
  { user_id: userId, email, language }: ReplyAddressRow,
  reason: string,
): Promise<boolean> {
  const now = env.clock.now();
  if (email === null) return false;
  let isClaimed = false;
  try {
    isClaimed = await claimBounce(env.db, userId, now, now - DAY_MS);
    if (!isClaimed) return false;
    const catalogue = await openCatalogue(language);
    await sendMail(env, {
      to: email,
      subject: catalogue.text('bounce.subject'),
      text: `${catalogue.text('bounce.not_posted')} ${catalogue.text(reason)}\n\n${catalogue.text('bounce.answer', { url: `${pageOrigin(env)}/home` })}\n`,
      language: catalogue.tag,
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    return true;
  } catch (error) {
    const failure = mailFailureOf(error);
    // The text of the library's errors contains recipients.
    const cause = failure.code === 'UNKNOWN' ? error : mailError(failure);
    env.log.warn({ err: cause }, 'answer by mail: no bounce sent');
    if (isClaimed) await releaseBounce(env.db, userId, now).catch(() => undefined);
    return false;
  }
}
