interface RefusalClass {
  smtp?: { code: number; text: string };
  /** Id of an email text. If the email is sent, the server accepts the answer and drops it. */
  bounce?: string;
  /** Like `bounce`, but only for a mailbox, where no mail server receives an SMTP response. */
  mailboxBounce?: string;
}

const PERMANENT = 500;

const smtpRefusal = (text: string, code = 550): RefusalClass => ({ smtp: { code, text } });

export const REFUSALS = {
  unknown_address: smtpRefusal('No such address'),
  expired: { ...smtpRefusal('This address has expired. Answer in the app'), mailboxBounce: 'bounce.expired' },
  disabled: smtpRefusal('The account is disabled'),
  /** A program sent the answer (RFC 3834). */
  automatic: {},
  wrong_sender: {
    ...smtpRefusal('Answer from the address that got the notification'),
    mailboxBounce: 'bounce.wrong_sender',
  },
  too_large: { ...smtpRefusal('The mail is too large', 552), mailboxBounce: 'bounce.too_large' },
  malformed: { ...smtpRefusal('The mail cannot be read', 554), mailboxBounce: 'bounce.malformed' },
  incomplete: { ...smtpRefusal('The mail did not arrive in time', 451), mailboxBounce: 'bounce.failed' },
  empty: {
    ...smtpRefusal('It has no text above the quoted email, and no files', 554),
    bounce: 'bounce.empty',
  },
  not_allowed: {
    ...smtpRefusal('You can no longer write in this binder, or the message was deleted', 554),
    bounce: 'bounce.not_allowed',
  },
  not_accepted: {
    ...smtpRefusal('It is too long, or has files that are too many, too large or not allowed', 554),
    bounce: 'bounce.not_accepted',
  },
  too_many: { ...smtpRefusal('Too many answers, try again later', 451), mailboxBounce: 'bounce.failed' },
  failed: { ...smtpRefusal('The server failed, try again later', 451), mailboxBounce: 'bounce.failed' },
} satisfies Record<string, RefusalClass>;

export type Refusal = keyof typeof REFUSALS;
export type AnswerOutcome = 'accepted' | 'repeated' | Refusal;

const refusalClass = (refusal: Refusal): RefusalClass => REFUSALS[refusal];

export function bounceReason(
  refusal: Refusal,
  { isOfMailbox, isLastAttempt }: { isOfMailbox: boolean; isLastAttempt: boolean },
): string | undefined {
  if (isTemporary(refusal) && !isLastAttempt) return undefined;
  const { bounce, mailboxBounce } = refusalClass(refusal);
  return bounce ?? (isOfMailbox ? mailboxBounce : undefined);
}

export function isTemporary(refusal: Refusal): boolean {
  const { smtp } = refusalClass(refusal);
  return smtp !== undefined && smtp.code < PERMANENT;
}

/** Undefined if the server accepts the email and posts nothing. */
export function smtpAnswer({ refusal, isMailed }: MailRefusal): RefusalClass['smtp'] {
  return isMailed ? undefined : refusalClass(refusal).smtp;
}

/** The message contains no address, token or text of the email. */
export class MailRefusal extends Error {
  readonly refusal: Refusal;
  isMailed = false;

  constructor(refusal: Refusal, options?: { cause: unknown }) {
    super(`answer by mail: ${refusal}`, options);
    this.name = 'MailRefusal';
    this.refusal = refusal;
  }
}
