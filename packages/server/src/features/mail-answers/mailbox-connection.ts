import type { ImapFlow } from 'imapflow';
import type { Mailbox } from '../../config/config.ts';

const SILENCE_MS = 2 * 60_000;
const MAX_RESPONSE_BYTES = 8 * 1024 ** 2;

/** The message contains neither password nor address. */
export class MailboxFailure extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(`INBOUND_MAIL: the mailbox cannot be read (${reason})`, options);
    this.name = 'MailboxFailure';
  }
}

export async function openMailbox(
  mailbox: Mailbox,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  const { host, port, isSecure, user, password, folder } = mailbox;
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // TLS would need a certificate, which a server in a closed network may lack.
    ...(isSecure ? {} : { doSTARTTLS: false }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: SILENCE_MS,
    maxLineLength: MAX_RESPONSE_BYTES,
    maxLiteralSize: MAX_RESPONSE_BYTES,
    maxResponseSize: 2 * MAX_RESPONSE_BYTES,
  });
  // Running commands reject with the same error.
  client.on('error', () => undefined);
  const end = () => client.close();
  signal?.addEventListener('abort', end);
  try {
    await client.connect();
    const { readOnly } = await client.mailboxOpen(folder);
    if (readOnly) throw new MailboxFailure('the folder is read-only');
    return client;
  } catch (error) {
    client.close();
    throw asMailboxFailure(error);
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** The library's errors contain commands and the mail server's responses. */
export function asMailboxFailure(error: unknown): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  const { authenticationFailed, mailboxMissing, serverResponseCode, code, name } = error as Error & {
    [key in 'authenticationFailed' | 'mailboxMissing']?: boolean;
  } & { [key in 'serverResponseCode' | 'code']?: string };
  if (authenticationFailed) return new MailboxFailure('the user or the password is wrong');
  if (mailboxMissing) return new MailboxFailure('the folder does not exist');
  return new MailboxFailure(serverResponseCode ?? code ?? name);
}
