import type { Config } from '../config/config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** An event for the calendar of whoever gets it, as iCalendar. */
  calendar?: string;
}

const TIMEOUT_MS = 15_000;

/** Sends a mail through the server of SMTP_URL. Rejects when there is none, or when it does not take the mail. */
export async function sendMail(
  { config }: { config: Pick<Config, 'smtpUrl' | 'mailFrom'> },
  mail: Mail,
): Promise<void> {
  if (config.smtpUrl === undefined) throw new Error('SMTP_URL is not set');
  // Loaded with the first mail: most servers never send one.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail is only ever text of ours: it reads no file and calls no address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { calendar, ...words } = mail;
    const event = calendar && { method: 'PUBLISH', filename: 'meet.ics', content: calendar };
    await transport.sendMail({
      ...words,
      from: config.mailFrom,
      to: { name: '', address: mail.to },
      ...(event ? { icalEvent: event } : {}),
    });
  } finally {
    transport.close();
  }
}

const MAX_NAME = 80;

/** Names and titles are people's own words: one line of them, and not too long. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
