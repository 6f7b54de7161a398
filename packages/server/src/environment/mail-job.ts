import { type Mail, mailError, mailFailureOf, sendMail } from '../outbound/index.ts';
import type { Database } from '../storage/database.ts';
import type { Environment } from './environment.ts';
import type { PeriodicJob } from './periodic-jobs.ts';

interface MailJobOptions<Due> {
  name: string;
  everyMs: number;
  table: 'invitations' | 'meet_invitations' | 'setup_mails' | 'step_links';
  claim(db: Database, now: number): Promise<Due[]>;
  write(env: Environment, due: Due): Promise<Mail>;
  onSent(env: Environment, due: Due): Promise<unknown>;
  /** True if `onRefused` deletes emails that the mail server rejected for good. */
  dropsRejected?: boolean;
  onRefused?(env: Environment, due: Due, isPermanent: boolean): Promise<unknown>;
}

/** After a crash between sending and `onSent`, an email is sent twice. Does nothing without SMTP_URL. */
export function mailJob<Due>(options: MailJobOptions<Due>): PeriodicJob {
  const { name, everyMs, table, claim } = options;
  return {
    name,
    everyMs,
    async work(env, onItemFailure) {
      if (env.config.smtpUrl === undefined) return;
      for (const due of await claim(env.db, env.clock.now())) {
        if (env.closing.aborted) return;
        const failure = await sendDueMail(env, options, due);
        if (failure) onItemFailure?.(failure);
      }
    },
    async findNext({ db, config }, now) {
      if (config.smtpUrl === undefined) return null;
      const [row] = await db.query<{ at: number | null }>(
        `SELECT min(mail_due_at) AS at FROM ${table} WHERE mail_due_at > $1`,
        [now],
      );
      return row?.at ?? null;
    },
  };
}

export async function sendDueMail<Due>(
  env: Environment,
  { name, write, onSent, onRefused, dropsRejected = false }: Omit<MailJobOptions<Due>, 'claim'>,
  due: Due,
): Promise<unknown> {
  try {
    await sendMail(env, await write(env, due));
    await onSent(env, due);
    return undefined;
  } catch (error) {
    const failure = mailFailureOf(error);
    // Replaces the library's errors, which contain recipients.
    const reason = failure.code === 'UNKNOWN' ? error : mailError(failure);
    await onRefused?.(env, due, failure.isPermanent);
    const isGivenUp = dropsRejected && failure.isPermanent;
    env.log.warn({ err: reason, job: name }, isGivenUp ? 'mail: given up' : 'mail: not sent, retrying');
    return reason;
  }
}
