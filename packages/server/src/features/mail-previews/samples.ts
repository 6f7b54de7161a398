import { openCatalogue } from '@ringbinder/locales';
import type { Notification } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import { writeStepLink } from '../approval-links/index.ts';
import { writeInvitation } from '../invitations/index.ts';
import { writeMeetMail } from '../meets/index.ts';
import { writeContentFreeMail, writeMail } from '../notification-mails/index.ts';
import { writePasswordMail, writeSetupMail } from '../oauth/index.ts';

export interface SampleMail {
  subject: string;
  text: string;
  html?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ADA = { id: '', name: 'Ada Lovelace' };
const BINDER = { id: 'B', name: 'Budget 2027' };

export async function sampleMails(env: Environment, language: string): Promise<SampleMail[]> {
  const now = env.clock.now();
  const origin = pageOrigin(env);
  const catalogue = await openCatalogue(language);
  const links = { origin, unsubscribe: `${origin}/`, answered: ADA.name };
  const names = { binder_name: BINDER.name, inviter_name: ADA.name, language, timezone: '' };
  const meet = {
    ...names,
    binder_id: BINDER.id,
    session_key: '0',
    name: 'Q1',
    starts_at: now + DAY_MS,
    state: 'SESSION_SCHEDULED' as const,
    repeat: { frequency: 'weekly' as const, timezone: 'UTC', until: '2027-12-31' },
    is_known: false,
    mailed_repeat: null,
    agenda: '',
    message: 'OK?',
  };
  const messages = [{ id: 2, userName: ADA.name, text: 'OK?' }];
  return [
    writeMail([{ ...BINDER, items: sampleItems(now), messages, count: 23 }], links, catalogue),
    writeContentFreeMail({ origin, unsubscribe: links.unsubscribe }, catalogue),
    await writeInvitation(env, {
      ...names,
      binder_id: BINDER.id,
      message: 'OK?',
      expires_at: now + 30 * DAY_MS,
    }),
    await writeStepLink(env, {
      ...names,
      id: '',
      title: 'Q1',
      sender_name: ADA.name,
      expires_at: now + DAY_MS,
    }),
    await writeMeetMail(env, meet),
    await writeMeetMail(env, { ...meet, is_known: true }),
    await writeMeetMail(env, { ...meet, is_known: true, mailed_repeat: meet.repeat }),
    await writeMeetMail(env, { ...meet, state: 'SESSION_DELETED' }),
    await writePasswordMail(language, 'Example', `${origin}/reset-password`),
    await writeSetupMail({ language, org: 'Example', sender: ADA.name }, `${origin}/reset-password`),
  ];
}

function sampleItems(time: number): Notification[] {
  const base = { id: '0', binder: BINDER, user: ADA, time };
  const message = { id: 1, text: '@Alan OK?' };
  const transaction = { id: 1, title: 'Q1' };
  const todo = { id: 1, name: 'Q1' };
  const meet = { session_key: '0', name: 'Q1', start_time: time };
  return [
    { ...base, type: 'mention', message },
    { ...base, type: 'approval_waiting', transaction },
    { ...base, type: 'reply', message },
    { ...base, type: 'approval_decided', transaction: { ...transaction, outcome: 'completed' } },
    { ...base, type: 'approval_decided', transaction: { ...transaction, outcome: 'rejected' } },
    { ...base, type: 'todo_assigned', todo },
    { ...base, type: 'todo_due', todo },
    { ...base, type: 'meet_scheduled', meet },
    { ...base, type: 'meet_starting', meet },
    { ...base, type: 'meet_started', meet },
  ];
}
