import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ImapFlow } from 'imapflow';
import type { Mailbox } from '../../config/config.ts';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { MAX_HEAD_BYTES } from './mail-sizes.ts';
import { asMailboxFailure, MailboxFailure, openMailbox } from './mailbox-connection.ts';
import { contentOf } from './mailbox-content.ts';
import { findRecipients, headLinesOf, isReport } from './mailbox-head.ts';
import { Retries } from './mailbox-retries.ts';
import type { CountAnswer } from './metrics.ts';
import { isTemporary, type Refusal } from './outcome.ts';
import { claimMailbox, releaseMailbox } from './queries.ts';
import type { Reception } from './reception.ts';

const CONNECT_MS = 30_000;
const POLL_MS = 60_000;
const LEASE_MS = 15_000;
const RENEWALS_PER_LEASE = 3;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 5 * 60_000;
const MAX_AGE_MS = 3 * 24 * 60 * 60_000;
const MAX_READ_FAILURES = 3;
/** Mail programs set this flag only at the user's request. */
const REFUSED_FLAG = '\\Flagged';
/** Share of the shutdown time in which an email may still be posted. */
const CLOSE_SHARE = 0.5;

interface ReaderParts {
  mailbox: Mailbox;
  domain: string;
  environments: readonly Environment[];
  production: Environment;
  count: CountAnswer;
  log: FastifyBaseLogger;
  pollMs?: number;
}

/** The lease only avoids double work. The database decides which process posts an email. */
export async function startMailboxReader({ mailbox, pollMs = POLL_MS, ...parts }: ReaderParts) {
  const { log, production } = parts;
  const { createReception } = await import('./reception.ts');
  const reception = createReception({ ...parts, reportsRefusals: true });
  const retries = new Retries();
  const closing = new AbortController();
  let client: ImapFlow | undefined;
  let failures = 0;

  async function read(lost: AbortSignal): Promise<void> {
    const end = AbortSignal.any([closing.signal, lost]);
    client = await openMailbox(mailbox, CONNECT_MS, end);
    const closeConnection = () => client?.close();
    lost.addEventListener('abort', closeConnection);
    try {
      await removeDeleted(client);
      for await (const _ of rounds(client, { ...parts, reception, retries, pollMs, end })) failures = 0;
    } catch (error) {
      if (!end.aborted) throw asMailboxFailure(error);
    } finally {
      lost.removeEventListener('abort', closeConnection);
      await client.logout().catch(() => undefined);
      client.close();
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      let waitMs = LEASE_MS;
      try {
        await withLease(production.db, read);
      } catch (error) {
        if (closing.signal.aborted) return;
        waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS);
        log.error({ err: error, retry_ms: waitMs }, 'answer by mail: mailbox not read, retrying');
      }
      await pause(waitMs, closing.signal);
    }
  }

  const running = run();
  return {
    async close(allowedMs: number): Promise<void> {
      closing.abort();
      const closeTimer = setTimeout(() => client?.close(), allowedMs * CLOSE_SHARE);
      await running.finally(() => clearTimeout(closeTimer));
    },
  };
}

const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

async function withLease(db: Database, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
  const reader = randomUUID();
  const claim = () => claimMailbox(db, reader, LEASE_MS);
  if (!(await claim())) return;
  const lost = new AbortController();
  const renew = async () => {
    if (!(await claim().catch(() => false))) lost.abort();
  };
  const timer = setInterval(() => void renew(), LEASE_MS / RENEWALS_PER_LEASE).unref();
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
    await releaseMailbox(db, reader).catch(() => undefined);
  }
}

/** A killed process may have only marked emails as deleted. */
async function removeDeleted(client: ImapFlow): Promise<void> {
  const uids = await client.search({ deleted: true }, { uid: true });
  if (!uids) throw new MailboxFailure('the search failed');
  if (uids.length > 0) assertDone(await client.messageDelete(uids, { uid: true }), 'mails cannot be deleted');
}

interface RoundParts extends Pick<ReaderParts, 'domain' | 'production' | 'log'> {
  reception: Reception;
  retries: Retries;
  pollMs: number;
  end: AbortSignal;
}

async function* rounds(client: ImapFlow, parts: RoundParts): AsyncGenerator<void> {
  const { end, retries, pollMs } = parts;
  while (!end.aborted) {
    const newMails = new AbortController();
    const onNews = () => newMails.abort();
    client.once('exists', onNews);
    client.once('close', onNews);
    const uids = await client.search({ flagged: false, deleted: false }, { uid: true });
    if (!uids) throw new MailboxFailure('the search failed');
    const uidValidity = client.mailbox ? client.mailbox.uidValidity : undefined;
    for (const uid of retries.dueUids(uids, uidValidity)) {
      if (end.aborted) return;
      // Without this check, the next email would be counted as unreadable.
      if (!client.usable) throw new MailboxFailure('the connection ended');
      await readOrRetry(client, uid, parts);
    }
    yield;
    void client.idle().catch(() => undefined);
    await pause(pollMs, AbortSignal.any([end, newMails.signal]));
    client.off('exists', onNews);
    client.off('close', onNews);
  }
}

/** Only flags the email if the connection has failed too often while reading it. */
async function readOrRetry(client: ImapFlow, uid: number, parts: RoundParts): Promise<void> {
  const { retries, production, pollMs, log, end } = parts;
  const { since = production.clock.now(), readFailures = 0 } = retries.get(uid) ?? {};
  const retry = (times: number) =>
    retries.set(uid, { since, readFailures: times, notBefore: performance.now() + pollMs });
  try {
    if (readFailures >= MAX_READ_FAILURES) {
      log.warn({ reason: 'unreadable' }, 'answer by mail: gave up, mail flagged');
      await flag(client, uid);
    } else if (!(await processMail(client, uid, since, parts))) {
      retry(0);
      return;
    }
    retries.set(uid, undefined);
  } catch (error) {
    if (!end.aborted) retry(readFailures + 1);
    throw error;
  }
}

async function processMail(
  client: ImapFlow,
  uid: number,
  since: number,
  { reception, domain, production, log }: RoundParts,
): Promise<boolean> {
  const mail = await client.fetchOne(
    String(uid),
    { size: true, source: { start: 0, maxLength: MAX_HEAD_BYTES } },
    { uid: true },
  );
  if (mail === false) return true;
  const { size, source } = mail;
  if (!source) throw new MailboxFailure('a mail has no content');
  const head = headLinesOf(source);
  const isLastAttempt = production.clock.now() - since >= MAX_AGE_MS;
  const refusals: Refusal[] = [];
  for (const recipient of await reception.recipientsOf(findRecipients(head, domain))) {
    const stream = contentOf(client, uid, { size, source });
    try {
      await reception.receive(recipient, stream, { isReport: isReport(head), isLastAttempt });
    } catch (error) {
      refusals.push(reception.recordRefusal(error).refusal);
    } finally {
      stream.destroy();
    }
  }
  if (refusals.length === 0) {
    assertDone(await client.messageDelete(String(uid), { uid: true }), 'mails cannot be deleted');
    return true;
  }
  const reason = refusals.find(isTemporary);
  if (reason && !isLastAttempt) return false;
  if (reason) log.warn({ reason }, 'answer by mail: gave up, mail flagged');
  await flag(client, uid);
  return true;
}

async function flag(client: ImapFlow, uid: number): Promise<void> {
  assertDone(
    await client.messageFlagsAdd(String(uid), [REFUSED_FLAG], { uid: true }),
    'mails cannot be flagged',
  );
}

function assertDone(isDone: boolean, problem: string): void {
  if (!isDone) throw new MailboxFailure(problem);
}
