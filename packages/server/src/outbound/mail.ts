import type { Config } from '../config/config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string | undefined;
  /** An iCalendar event. */
  calendar?: string;
  /** With brackets. A mail that is sent again has the same one. */
  messageId?: string;
  /** The message id of the thread. */
  inReplyTo?: string;
  /** Of the words, such as `zh-TW`. */
  language?: string;
  headers?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 15_000;

/** Sends a mail through SMTP_URL. Rejects if SMTP_URL is not set or the server does not accept the mail. */
export async function sendMail(
  { config }: { config: Pick<Config, 'smtpUrl' | 'mailFrom'> },
  mail: Mail,
): Promise<void> {
  if (config.smtpUrl === undefined) throw new Error('SMTP_URL is not set');
  const transport = await openTransport(config.smtpUrl, TIMEOUT_MS);
  try {
    const { calendar, inReplyTo, language, headers, ...words } = mail;
    const event = calendar && { method: 'PUBLISH', filename: 'meet.ics', content: calendar };
    await transport.sendMail({
      ...words,
      ...(inReplyTo ? { inReplyTo, references: inReplyTo } : {}),
      headers: { ...headers, ...(language ? { 'Content-Language': language } : {}) },
      from: config.mailFrom,
      to: { name: '', address: mail.to },
      ...(event ? { icalEvent: event } : {}),
    });
  } finally {
    transport.close();
  }
}

/** Why a mail was not sent, without addresses and texts. */
export interface MailFailure {
  /** Of the library, such as `ECONNECTION`. */
  code: string;
  /** The answer of the mail server; undefined without one. */
  status: number | undefined;
  /** It is about this recipient or mail, and others can be sent. */
  isOfMail: boolean;
  /** The mail server refuses this recipient or mail for good. */
  isPermanent: boolean;
}

/** Classifies what `sendMail` rejects with. A rejected sender and a busy server are about all mails. */
export function mailFailureOf(error: unknown): MailFailure {
  const {
    code = 'UNKNOWN',
    responseCode: status,
    command,
  } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const isOfRecipient = code === 'EENVELOPE' && command !== 'MAIL FROM' && status !== 421;
  const isOfMail = isOfRecipient || (code === 'EMESSAGE' && status !== 421);
  return { code, status, isOfMail, isPermanent: isOfMail && (status === undefined || status >= 500) };
}

/** An error for logs and reports. */
export const mailError = ({ code, status }: MailFailure): Error =>
  new Error(`mail server: ${code} ${status ?? ''}`.trim());

/** Connects and signs in, without a mail. Rejects if the mail server does not accept that. */
export async function verifyMailServer(smtpUrl: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(smtpUrl, timeoutMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function openTransport(url: string, timeoutMs: number) {
  // Loaded on first use, because many servers never send mail.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // nodemailer must not read files or URLs for the content.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const MAX_NAME = 80;

/** Converts user input to one line. */
export const withoutLineBreaks = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Converts user input, such as a title, to one line of limited length. */
export const oneLine = (text: string): string => withoutLineBreaks(text).slice(0, MAX_NAME);
