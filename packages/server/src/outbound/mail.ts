import type { Config } from '../config/config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string | undefined;
  calendar?: string;
  /** Includes angle brackets. A retry uses the same id. */
  messageId?: string;
  inReplyTo?: string;
  language?: string;
  headers?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 15_000;

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

/** Without addresses and texts, so that it can be logged. */
export interface MailFailure {
  code: string;
  status: number | undefined;
  /** True if other emails can be sent. */
  isOfMail: boolean;
  isPermanent: boolean;
}

/** A rejected sender and a busy server concern all emails. */
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

export const mailError = ({ code, status }: MailFailure): Error =>
  new Error(`mail server: ${code} ${status ?? ''}`.trim());

export async function verifyMailServer(smtpUrl: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(smtpUrl, timeoutMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function openTransport(url: string, timeoutMs: number) {
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

export const withoutLineBreaks = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export const oneLine = (text: string): string => withoutLineBreaks(text).slice(0, MAX_NAME);
