import { isDeepStrictEqual } from 'node:util';
import { type Catalogue, openCatalogue } from '@ringbinder/locales';
import type { MeetRepeat } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { mailJob } from '../../environment/mail-job.ts';
import { oneLine } from '../../outbound/index.ts';
import { writeCalendar } from './calendar.ts';
import { claimDueMails, type DueMail, markMailed } from './invitation-queries.ts';
import { answerUrl, joinUrl } from './present.ts';

export const meetMails = mailJob<DueMail>({
  name: 'meet_mails',
  everyMs: 5_000,
  table: 'meet_invitations',
  claim: claimDueMails,
  write: async (env, mail) => ({
    to: mail.email,
    ...(await writeMeetMail(env, mail)),
    calendar: await writeCalendar(env, env.db, mail),
  }),
  onSent: (env, mail) => markMailed(env.db, mail, env.clock.now()),
});

type MeetText = Pick<
  DueMail,
  | 'binder_id'
  | 'session_key'
  | 'name'
  | 'binder_name'
  | 'inviter_name'
  | 'starts_at'
  | 'timezone'
  | 'language'
  | 'state'
  | 'repeat'
  | 'is_known'
  | 'mailed_repeat'
  | 'agenda'
  | 'message'
>;

export async function writeMeetMail(env: Environment, mail: MeetText) {
  const catalogue = await openCatalogue(mail.language);
  const { tag: language, text, dateTime } = catalogue;
  const [title, binder, name] = [oneLine(mail.name), oneLine(mail.binder_name), oneLine(mail.inviter_name)];
  const time = dateTime(mail.starts_at, mail.timezone ?? '');
  if (mail.state === 'SESSION_DELETED')
    return {
      subject: text('meet.cancelled_subject', { title }),
      text: `${text('meet.cancelled', { title, binder, time })}\n`,
      language,
    };
  const repeatsOtherwise = mail.is_known && !isDeepStrictEqual(mail.repeat, mail.mailed_repeat);
  const known = repeatsOtherwise ? 'meet.changed' : 'meet.moved';
  const parts = [
    mail.is_known ? text(known, { title, binder }) : text('meet.invited', { name, title, binder }),
    mail.repeat || repeatsOtherwise ? `${time}\n${formatRepeat(catalogue, mail.repeat)}` : time,
    ...(mail.agenda === '' ? [] : [mail.agenda]),
    ...(mail.message === '' ? [] : [text('mail.writes', { name }), mail.message.replace(/^/gm, '> ')]),
    ...(mail.state === 'SESSION_SCHEDULED' ? [text('meet.answer'), answerUrl(env, mail)] : []),
    text('meet.join'),
    joinUrl(env, mail),
  ];
  return {
    subject: mail.is_known
      ? text('meet.changed_subject', { title, time })
      : text('meet.subject', { title, time }),
    text: `${parts.join('\n\n')}\n`,
    language,
  };
}

function formatRepeat({ text, date }: Catalogue, repeat: MeetRepeat | null): string {
  if (!repeat) return text('repeats.never');
  const { frequency, until } = repeat;
  const repeats = text(`repeats.${frequency}`);
  return until === undefined ? repeats : text('repeats.until', { repeats, day: date(Date.parse(until), '') });
}
