import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { SMTPServer, SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import type { SmtpAddress } from '../../config/config.ts';
import type { Environment } from '../../environment/environment.ts';
import { StartupError } from '../../storage/startup-error.ts';
import { MAX_MAIL_BYTES } from './mail-sizes.ts';
import type { CountAnswer } from './metrics.ts';
import { MailRefusal, smtpAnswer } from './outcome.ts';
import type { MailStream } from './read-mail.ts';

const MAX_CONNECTIONS = 50;
const MAX_REFUSED_RECIPIENTS = 10;
const IDLE_MS = 60_000;
const MAX_CONNECTION_MS = 10 * 60_000;
/** Share of the shutdown time in which clients may finish their emails. */
const CLOSE_SHARE = 0.5;

export interface MailListener {
  port: number;
  close(allowedMs: number): Promise<void>;
}

interface ListenerParts {
  listenAddress: SmtpAddress;
  domain: string;
  environments: readonly Environment[];
  count: CountAnswer;
  log: FastifyBaseLogger;
}

export async function openMailListener({ listenAddress, ...parts }: ListenerParts): Promise<MailListener> {
  const { domain, log } = parts;
  const [{ createReception }, { SMTPServer }] = await Promise.all([
    import('./reception.ts'),
    import('smtp-server'),
  ]);
  const reception = createReception({ ...parts, reportsRefusals: false });
  const refusedCounts = new WeakMap<SMTPServerSession, number>();

  async function checkRecipient(
    { address }: SMTPServerAddress,
    session: SMTPServerSession,
  ): Promise<Error | null> {
    const refusedCount = refusedCounts.get(session) ?? 0;
    if (refusedCount === MAX_REFUSED_RECIPIENTS) return refusalError('Too many refused recipients', 421);
    try {
      await reception.check(address);
      return null;
    } catch (error) {
      refusedCounts.set(session, refusedCount + 1);
      return toSmtpError(error);
    }
  }

  async function receive(stream: MailStream, { envelope }: SMTPServerSession): Promise<void> {
    const [recipient] = envelope.rcptTo;
    if (!recipient) throw new MailRefusal('unknown_address');
    const isReport = !envelope.mailFrom || envelope.mailFrom.address === '';
    await reception.receive(recipient.address, stream, { isReport });
  }

  function toSmtpError(error: unknown): Error | null {
    const smtp = smtpAnswer(reception.recordRefusal(error));
    return smtp ? refusalError(smtp.text, smtp.code) : null;
  }

  const sendingIds = new Set<string>();
  let isClosing = false;
  function endIdle(): void {
    for (const connection of server.connections)
      if (!sendingIds.has(connection.id)) connection.send(421, 'Server shutting down');
  }

  const server = new SMTPServer({
    name: domain,
    banner: 'Ringbinder',
    size: MAX_MAIL_BYTES,
    rejectOversized: true,
    maxRecipients: 1,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_MS,
    // The mail server in front of the service has the certificate.
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (address, session, callback) => void checkRecipient(address, session).then(callback),
    onData: (stream, session, callback) => {
      sendingIds.add(session.id);
      void receive(stream, session)
        .then(() => null, toSmtpError)
        .then((answer) => {
          callback(answer);
          sendingIds.delete(session.id);
          if (isClosing) endIdle();
        });
    },
  });
  server.on('error', ({ code }: NodeJS.ErrnoException) =>
    log.info({ code }, 'answer by mail: connection failed'),
  );
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), MAX_CONNECTION_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  });
  await listen(server, listenAddress);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: (allowedMs) =>
      new Promise((resolve) => {
        server.options.closeTimeout = Math.max(1, allowedMs * CLOSE_SHARE);
        server.close(resolve);
        isClosing = true;
        endIdle();
      }),
  };
}

const refusalError = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode });

async function listen(server: SMTPServer, { host, port }: SmtpAddress): Promise<void> {
  try {
    const listening = once(server.server, 'listening');
    server.listen(port, host);
    await listening;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`INBOUND_MAIL: the server cannot listen on ${host}:${port} (${code})`, {
      cause: error,
    });
  }
}
