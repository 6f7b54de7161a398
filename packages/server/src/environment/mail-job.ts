import { type Mail, mailError, mailFailureOf, sendMail } from '../outbound/index.ts';
import type { Database } from '../storage/database.ts';
import type { Environment } from './environment.ts';
import type { PeriodicJob } from './periodic-jobs.ts';

interface MailJobOptions<Due> {
  name: string;
  everyMs: number;
  table: 'invitations' | 'meet_invitations' | 'step_links';
  /** Also sets a later due time, so that a failed email is retried. */
  claim(db: Database, now: number): Promise<Due[]>;
  write(env: Environment, due: Due): Promise<Mail>;
  onSent(env: Environment, due: Due): Promise<unknown>;
  onRefused?(env: Environment, due: Due): Promise<unknown>;
}

/** Sends an email again after a crash between sending and `onSent`. Does nothing without SMTP_URL. */
export function mailJob<Due>(options: MailJobOptions<Due>): PeriodicJob {
  const { name, everyMs, table, claim, write, onSent, onRefused } = options;
  return {
    name,
    everyMs,
    async work(env, onItemFailure) {
      if (env.config.smtpUrl === undefined) return;
      for (const due of await claim(env.db, env.clock.now())) {
        if (env.closing.aborted) return;
        try {
          await sendMail(env, await write(env, due));
          await onSent(env, due);
        } catch (error) {
          const failure = mailFailureOf(error);
          // The library's errors contain recipients.
          const reason = failure.code === 'UNKNOWN' ? error : mailError(failure);
          onItemFailure?.(reason);
          await onRefused?.(env, due);
          env.log.warn({ err: reason, job: name }, 'mail: not sent, retrying');
        }
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
