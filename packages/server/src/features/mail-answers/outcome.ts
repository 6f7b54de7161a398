interface RefusalClass {
  /** The answer to the mail server that delivers the mail. */
  smtp?: { code: number; text: string };
  /** For a mail to the person, after which the mail is accepted and dropped. If none is sent, it is also the answer. */
  bounce?: string;
}

/** From this code, SMTP refuses for good. */
const PERMANENT = 500;

const refused = (text: string, code = 550): RefusalClass => ({ smtp: { code, text } });

/** Why a mail becomes no message, as in the metric and the log. */
export const REFUSALS = {
  /** No address of this server, or a forged one. */
  unknown_address: refused('No such address'),
  expired: refused('This address has expired. Answer in the app'),
  /** The person or their org. */
  disabled: refused('The account is disabled'),
  /** Sent by a program (RFC 3834). */
  automatic: {},
  wrong_sender: refused('Answer from the address that got the notification'),
  too_large: refused('The mail is too large', 552),
  malformed: refused('The mail cannot be read', 554),
  /** The connection ended, or took too long. */
  incomplete: refused('The mail did not arrive in time', 451),
  /** No new text and no files. */
  empty: { bounce: 'It has no text above the quoted email, and no files.' },
  /** The person may no longer write, or the message is gone. */
  not_allowed: { bounce: 'You can no longer write in this binder, or the message was deleted.' },
  /** By the limits of messages and uploads. */
  not_accepted: { bounce: 'It is too long, or has files that are too many, too large or not allowed.' },
  too_many: refused('Too many answers, try again later', 451),
  failed: refused('The server failed, try again later', 451),
} satisfies Record<string, RefusalClass>;

export type Refusal = keyof typeof REFUSALS;
export type AnswerOutcome = 'accepted' | 'repeated' | Refusal;

const refusalClass = (refusal: Refusal): RefusalClass => REFUSALS[refusal];

/** What a mail to the person says; undefined for none. @param reportsAll also what SMTP would answer for good */
export function bounceReason(refusal: Refusal, reportsAll: boolean): string | undefined {
  const { smtp, bounce } = refusalClass(refusal);
  return bounce ?? (reportsAll && smtp && smtp.code >= PERMANENT ? `${smtp.text}.` : undefined);
}

/** Whether the same mail may be accepted later. */
export function isTemporary(refusal: Refusal): boolean {
  const { smtp } = refusalClass(refusal);
  return smtp !== undefined && smtp.code < PERMANENT;
}

/** The answer to the mail server that delivers the mail; undefined to accept the mail, which is dropped. */
export function smtpAnswer({ refusal, isMailed }: MailRefusal): RefusalClass['smtp'] {
  const { smtp, bounce } = refusalClass(refusal);
  return smtp ?? (bounce === undefined || isMailed ? undefined : { code: 554, text: bounce });
}

/** The message has no address, token or text of the mail. */
export class MailRefusal extends Error {
  readonly refusal: Refusal;
  /** The person got a mail about it. */
  isMailed = false;

  constructor(refusal: Refusal, options?: { cause: unknown }) {
    super(`answer by mail: ${refusal}`, options);
    this.name = 'MailRefusal';
    this.refusal = refusal;
  }
}
