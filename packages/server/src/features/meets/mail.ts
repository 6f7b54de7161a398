import type { Environment } from '../../environment/environment.ts';
import { mailJob } from '../../environment/mail-job.ts';
import { oneLine } from '../../outbound/index.ts';
import { writeCalendar } from './calendar.ts';
import { claimDueMails, type DueMail, markMailed } from './invitation-queries.ts';
import { meetUrl } from './present.ts';

export const meetMails = mailJob<DueMail>({
  name: 'meet_mails',
  everyMs: 5_000,
  table: 'meet_invitations',
  claim: claimDueMails,
  write: (env, mail) => ({ to: mail.email, ...wordsOf(env, mail), calendar: writeCalendar(env, mail) }),
  onSent: (env, mail) => markMailed(env.db, mail, env.clock.now()),
});

function wordsOf(env: Environment, mail: DueMail): { subject: string; text: string } {
  const [name, binder, inviter] = [mail.name, mail.binder_name, mail.inviter_name].map((text) =>
    oneLine(text),
  );
  const when = timeIn(mail.starts_at, mail.timezone);
  if (mail.state === 'SESSION_DELETED')
    return {
      subject: `Cancelled: ${name}`,
      text: `The meeting “${name}” in the binder “${binder}”, ${when}, was cancelled.\n`,
    };
  const quoted = mail.message === '' ? '' : `${inviter} writes:\n\n${mail.message.replace(/^/gm, '> ')}\n\n`;
  const agenda = mail.agenda === '' ? '' : `${mail.agenda}\n\n`;
  const head = mail.is_known
    ? `The meeting “${name}” in the binder “${binder}” has a new time:`
    : `${inviter} invites you to the meeting “${name}” in the binder “${binder}”:`;
  return {
    subject: `${mail.is_known ? 'Changed: ' : ''}${name}, ${when}`,
    text: `${head}\n\n${when}\n\n${agenda}${quoted}Join here:\n\n${meetUrl(env, mail)}\n`,
  };
}

function timeIn(at: number, zone: string | null): string {
  const options = { dateStyle: 'full', timeStyle: 'long', timeZone: zone || 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}
