import { openCatalogue } from '@ringbinder/locales';
import type { Environment } from '../../environment/environment.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { type Mail, type MailFailure, mailError, mailFailureOf, sendMail } from '../../outbound/index.ts';
import { createReplyAddress } from '../mail-answers/index.ts';
import {
  findRecipient,
  findUnmailed,
  findUnmailedMessages,
  isWanted,
  presentAttachments,
  presentExcerpt,
  quietUntil,
  type Recipient,
  STALE_MS,
  type UnmailedMessageRow,
  type UnmailedNotification,
} from '../notifications/index.ts';
import { dueTimeOf } from './due-time.ts';
import {
  claimMails,
  type DueMail,
  findNextMail,
  type MailMark,
  postponeMail,
  releaseMail,
  settleMail,
} from './queue.ts';
import { unsubscribeUrl } from './unsubscribe-url.ts';
import { type BinderNews, writeContentFreeMail, writeMail } from './words.ts';

const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
/** If the mail server is unreachable, 24 attempts take most of a day. */
const MAX_ATTEMPTS = 24;
const MAX_REFUSALS = 3;

/** After a crash, it may send an email again, with the same Message-ID. */
export const notificationMails: PeriodicJob = {
  name: 'notification_mails',
  everyMs: 5_000,
  work: sendDue,
  findNext: async ({ db, config }, now) =>
    config.smtpUrl === undefined ? null : await findNextMail(db, now),
};

async function sendDue(env: Environment, onItemFailure?: (error: unknown) => void): Promise<void> {
  if (env.config.smtpUrl === undefined) return;
  for (;;) {
    if (env.closing.aborted) return;
    const due = await claimMails(env.db, env.clock.now());
    const reachedServer = await Promise.all(due.map((mail) => attempt(env, mail, onItemFailure)));
    if (due.length === 0 || reachedServer.includes(false)) return;
  }
}

async function attempt(
  env: Environment,
  due: DueMail,
  onItemFailure?: (error: unknown) => void,
): Promise<boolean> {
  try {
    const failure = await sendIfDue(env, due);
    if (!failure) return true;
    onItemFailure?.(mailError(failure));
    return failure.isOfMail;
  } catch (error) {
    onItemFailure?.(error);
    env.log.warn({ err: error, job: notificationMails.name, attempts: due.attempts }, 'mail: not written');
    // An unreleased email is sent again when its claim expires.
    if (due.attempts >= MAX_ATTEMPTS) await releaseMail(env.db, due, env.clock.now());
    return true;
  }
}

async function sendIfDue(env: Environment, due: DueMail): Promise<MailFailure | undefined> {
  const now = env.clock.now();
  const decision = await decide(env, due, now);
  switch (decision.kind) {
    case 'nothing':
      await releaseMail(env.db, due, now);
      return undefined;
    case 'dropped':
      await settleMail(env.db, due, decision.marks, now);
      return undefined;
    case 'later':
      await postponeMail(env.db, due, decision.until, false);
      return undefined;
    case 'now':
      return deliver(env, due, decision);
    default:
      return decision satisfies never;
  }
}

type Decision =
  | { kind: 'nothing' }
  | { kind: 'dropped'; marks: MailMark[] }
  | { kind: 'later'; until: number }
  | { kind: 'now'; marks: MailMark[]; mail: Mail };

async function decide(env: Environment, due: DueMail, now: number): Promise<Decision> {
  const since = due.began_at - STALE_MS;
  const [recipient, fresh] = await Promise.all([
    findRecipient(env.db, due.user_id, now),
    findUnmailed(env.db, due.user_id, since, now),
  ]);
  const { settings, email, timezone: zone } = recipient;
  const shown = fresh.filter(({ item, isMuted }) => isWanted(item.type, settings, isMuted));
  const withMessages = shown.filter(({ item }) => item.type === 'messages').map(({ item }) => item.binder.id);
  const messages = await findUnmailedMessages(env.db, due.user_id, withMessages, since);
  const news = newsOf(shown, messages);
  if (news.length === 0) return { kind: 'nothing' };
  const marks = marksOf(fresh, messages);
  if (settings.mail === 'none' || email === null || !recipient.isEnabled) return { kind: 'dropped', marks };
  const firstAt = Math.min(...timesOf(shown), ...messages.map(({ first_at }) => first_at));
  const until = dueTimeOf(settings.mail, { firstAt, sentAt: due.sent_at, zone });
  if (until > now) return { kind: 'later', until };
  if (recipient.isDoNotDisturb) return { kind: 'dropped', marks };
  const quietEnd = settings.quiet_hours ? quietUntil(settings.quiet_hours, now, zone) : undefined;
  if (quietEnd !== undefined) return { kind: 'later', until: quietEnd };
  return {
    kind: 'now',
    marks,
    mail: await mailOf(env, due, { ...recipient, email }, news),
  };
}

async function deliver(
  env: Environment,
  due: DueMail,
  { mail, marks }: { mail: Mail; marks: readonly MailMark[] },
): Promise<MailFailure | undefined> {
  try {
    await sendMail(env, mail);
  } catch (error) {
    return storeFailure(env, due, mailFailureOf(error), marks);
  }
  await settleMail(env.db, due, marks, env.clock.now());
  return undefined;
}

async function storeFailure(
  env: Environment,
  due: DueMail,
  failure: MailFailure,
  marks: readonly MailMark[],
): Promise<MailFailure> {
  const { attempts } = due;
  const isGivenUp = attempts >= (failure.isPermanent ? MAX_REFUSALS : MAX_ATTEMPTS);
  // The error itself contains email addresses, so it is not logged.
  env.log.warn(
    { job: notificationMails.name, code: failure.code, status: failure.status, attempts },
    isGivenUp ? 'mail: given up' : 'mail: not sent, retrying',
  );
  const now = env.clock.now();
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  if (isGivenUp) await settleMail(env.db, due, marks, now);
  else await postponeMail(env.db, due, now + delay, true);
  return failure;
}

async function mailOf(
  env: Environment,
  { user_id: userId, began_at: beganAt }: DueMail,
  { email, isContentFree, language }: Pick<Recipient, 'isContentFree' | 'language'> & { email: string },
  news: readonly BinderNews[],
): Promise<Mail> {
  const origin = pageOrigin(env);
  const unsubscribe = unsubscribeUrl(env, userId);
  const answer = isContentFree ? undefined : await answerOf(env, userId, news);
  const catalogue = await openCatalogue(language);
  const links = { origin, unsubscribe, answered: answer?.userName };
  const idOf = (text: string) =>
    `<${env.secrets.sign(`mail ${env.name} ${userId} ${text}`)}@${new URL(origin).hostname}>`;
  const [binder, ...others] = news;
  return {
    to: email,
    ...(isContentFree ? writeContentFreeMail(links, catalogue) : writeMail(news, links, catalogue)),
    messageId: idOf(String(beganAt)),
    ...(answer ? { replyTo: answer.address } : {}),
    ...(binder && others.length === 0 && !isContentFree ? { inReplyTo: idOf(binder.id) } : {}),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

async function answerOf(
  env: Environment,
  userId: string,
  [news, ...others]: readonly BinderNews[],
): Promise<{ address: string; userName: string } | undefined> {
  if (!news || others.length > 0) return undefined;
  const mentions = news.items.flatMap(({ message, user }) =>
    message ? [{ id: message.id, userName: user.name }] : [],
  );
  const newest = [...news.messages, ...mentions].toSorted((a, b) => b.id - a.id)[0];
  if (!newest) return undefined;
  const address = await createReplyAddress(env, { userId, binderId: news.id, messageId: newest.id });
  return address === undefined ? undefined : { address, userName: newest.userName };
}

const timesOf = (shown: readonly UnmailedNotification[]): number[] =>
  shown.filter(({ item }) => item.type !== 'messages').map(({ item }) => item.time);

function newsOf(shown: readonly UnmailedNotification[], rows: readonly UnmailedMessageRow[]): BinderNews[] {
  const messagesOf = Map.groupBy(rows, (row) => row.binder_id);
  return [...Map.groupBy(shown, ({ item }) => item.binder.id)]
    .map(([id, ofBinder]) => {
      const all = ofBinder.map(({ item }) => item);
      return {
        id,
        name: all[0]?.binder.name ?? '',
        items: all.filter(({ type }) => type !== 'messages'),
        messages: (messagesOf.get(id) ?? []).map((row) => ({
          ...presentExcerpt(row),
          ...presentAttachments(row),
          userName: row.user_name,
        })),
        count: messagesOf.get(id)?.[0]?.unmailed ?? 0,
      };
    })
    .filter(({ items, messages }) => items.length + messages.length > 0);
}

function marksOf(fresh: readonly UnmailedNotification[], rows: readonly UnmailedMessageRow[]): MailMark[] {
  const lastOf = Map.groupBy(rows, (row) => row.binder_id);
  return [...Map.groupBy(fresh, ({ item }) => item.binder.id)].map(([binderId, ofBinder]) => ({
    binderId,
    messageId: Math.max(
      lastOf.get(binderId)?.at(-1)?.id ?? 0,
      ...ofBinder.map(({ item }) => (item.type === 'messages' ? (item.message?.id ?? 0) : 0)),
    ),
    activityId: Math.max(...ofBinder.map(({ activityId }) => activityId)),
  }));
}
