interface RefusalClass {
  smtp?: { code: number; text: string };
  /** If a mail with this message is sent, the answer is accepted and dropped. */
  bounce?: string;
  /** For a mailbox, where no mail server gets an SMTP answer. */
  mailboxBounce?: string;
}

/** From this code, SMTP refuses for good. */
const PERMANENT = 500;

const refused = (text: string, code = 550): RefusalClass => ({ smtp: { code, text } });

/** Names in the metric and the log. */
export const REFUSALS = {
  /** The address is not of this server, or is forged. */
  unknown_address: refused('No such address'),
  expired: { ...refused('This address has expired. Answer in the app'), mailboxBounce: 'bounce.expired' },
  /** The person or their org is disabled. */
  disabled: refused('The account is disabled'),
  /** Sent by a program (RFC 3834). */
  automatic: {},
  wrong_sender: {
    ...refused('Answer from the address that got the notification'),
    mailboxBounce: 'bounce.wrong_sender',
  },
  too_large: { ...refused('The mail is too large', 552), mailboxBounce: 'bounce.too_large' },
  malformed: { ...refused('The mail cannot be read', 554), mailboxBounce: 'bounce.malformed' },
  incomplete: { ...refused('The mail did not arrive in time', 451), mailboxBounce: 'bounce.failed' },
  /** No new text and no files. */
  empty: { ...refused('It has no text above the quoted email, and no files', 554), bounce: 'bounce.empty' },
  not_allowed: {
    ...refused('You can no longer write in this binder, or the message was deleted', 554),
    bounce: 'bounce.not_allowed',
  },
  not_accepted: {
    ...refused('It is too long, or has files that are too many, too large or not allowed', 554),
    bounce: 'bounce.not_accepted',
  },
  too_many: { ...refused('Too many answers, try again later', 451), mailboxBounce: 'bounce.failed' },
  failed: { ...refused('The server failed, try again later', 451), mailboxBounce: 'bounce.failed' },
} satisfies Record<string, RefusalClass>;

export type Refusal = keyof typeof REFUSALS;
export type AnswerOutcome = 'accepted' | 'repeated' | Refusal;

const refusalClass = (refusal: Refusal): RefusalClass => REFUSALS[refusal];

/**
 * Undefined if no mail is sent.
 *
 * @param isLast for the last delivery
 */
export function bounceReason(
  refusal: Refusal,
  { isOfMailbox, isLast }: { isOfMailbox: boolean; isLast: boolean },
): string | undefined {
  if (isTemporary(refusal) && !isLast) return undefined;
  const { bounce, mailboxBounce } = refusalClass(refusal);
  return bounce ?? (isOfMailbox ? mailboxBounce : undefined);
}

export function isTemporary(refusal: Refusal): boolean {
  const { smtp } = refusalClass(refusal);
  return smtp !== undefined && smtp.code < PERMANENT;
}

/** Returns undefined to accept the mail and drop it. */
export function smtpAnswer({ refusal, isMailed }: MailRefusal): RefusalClass['smtp'] {
  return isMailed ? undefined : refusalClass(refusal).smtp;
}

/** The message contains no address, token or text of the mail. */
export class MailRefusal extends Error {
  readonly refusal: Refusal;
  isMailed = false;

  constructor(refusal: Refusal, options?: { cause: unknown }) {
    super(`answer by mail: ${refusal}`, options);
    this.name = 'MailRefusal';
    this.refusal = refusal;
  }
}
