import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Mailbox } from '../../config/config.ts';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { MAX_HEAD_BYTES, MAX_MAIL_BYTES } from './mail-sizes.ts';
import { asMailboxFailure, MailboxFailure, openMailbox } from './mailbox-connection.ts';
import { findRecipient, headLinesOf, isReport } from './mailbox-head.ts';
import type { CountAnswer } from './metrics.ts';
import { isTemporary } from './outcome.ts';
import { claimMailbox, releaseMailbox } from './queries.ts';
import type { MailStream } from './read-mail.ts';
import type { Reception } from './reception.ts';

const CONNECT_MS = 30_000;
/** Between two looks. Most servers report new mails before. */
const POLL_MS = 60_000;
/** Another process takes over after this time. */
const LEASE_MS = 15_000;
const RENEWALS_PER_LEASE = 3;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 5 * 60_000;
const CHUNK_BYTES = 1024 ** 2;
/** For so long after its arrival, a mail that cannot be posted for now is tried again. */
const MAX_AGE_MS = 3 * 24 * 60 * 60_000;
/** Of a mail that was refused. Every server stores this flag, and mail programs set it only on request. */
const REFUSED = '\\Flagged';
/** Share of the time for a stop in which a mail may be posted. */
const CLOSE_SHARE = 0.5;

interface ReaderParts {
  mailbox: Mailbox;
  domain: string;
  environments: readonly Environment[];
  /** Has the lease. */
  production: Environment;
  count: CountAnswer;
  log: FastifyBaseLogger;
}

/**
 * Posts the mails of the mailbox until it is closed. Each process may: a lease selects the reader. The lease only saves
 * work, because the database settles which of two readings of a mail is posted.
 */
export async function startMailboxReader({ mailbox, ...parts }: ReaderParts) {
  const { log, production } = parts;
  // Loaded on use, because few installations receive mails.
  const { createReception } = await import('./reception.ts');
  const reception = createReception({ ...parts, reportsRefusals: true });
  const closing = new AbortController();
  let client: ImapFlow | undefined;
  let failures = 0;

  /** Reads until the reader is closed or the lease is lost. Throws MailboxFailure. */
  async function read(lost: AbortSignal): Promise<void> {
    const end = AbortSignal.any([closing.signal, lost]);
    client = await openMailbox(mailbox, CONNECT_MS, end);
    const cut = () => client?.close();
    lost.addEventListener('abort', cut);
    try {
      for await (const _ of rounds(client, { ...parts, reception, end })) failures = 0;
    } catch (error) {
      if (!end.aborted) throw asMailboxFailure(error);
    } finally {
      lost.removeEventListener('abort', cut);
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
      const cut = setTimeout(() => client?.close(), allowedMs * CLOSE_SHARE);
      await running.finally(() => clearTimeout(cut));
    },
  };
}

const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** Runs `work` until the lease is lost, or returns at once when another process has it. */
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

interface RoundParts extends Pick<ReaderParts, 'domain' | 'production' | 'log'> {
  reception: Reception;
  end: AbortSignal;
}

/** Reads all mails of the folder, and again when the server reports new ones. Yields after each round. */
async function* rounds(client: ImapFlow, parts: RoundParts): AsyncGenerator<void> {
  const { end } = parts;
  /** When a mail that was refused for now is tried again, by UID. */
  const retries = new Map<number, number>();
  while (!end.aborted) {
    const news = new AbortController();
    const onNews = () => news.abort();
    client.once('exists', onNews);
    client.once('close', onNews);
    const uids = await client.search({ flagged: false, deleted: false }, { uid: true });
    if (!uids) throw new MailboxFailure('the search failed');
    for (const uid of uids) {
      if (end.aborted) return;
      if ((retries.get(uid) ?? 0) > performance.now()) continue;
      if (await readOne(client, uid, parts)) retries.delete(uid);
      else retries.set(uid, performance.now() + POLL_MS);
    }
    yield;
    void client.idle().catch(() => undefined);
    await pause(POLL_MS, AbortSignal.any([end, news.signal]));
    client.off('exists', onNews);
    client.off('close', onNews);
  }
}

/** Posts a mail and deletes it, or flags it as refused. Returns false if it stays, to be tried again. */
async function readOne(
  client: ImapFlow,
  uid: number,
  { reception, domain, production, log }: RoundParts,
): Promise<boolean> {
  const mail = await client.fetchOne(
    String(uid),
    { size: true, internalDate: true, source: { start: 0, maxLength: MAX_HEAD_BYTES } },
    { uid: true },
  );
  // Somebody else has deleted it.
  if (mail === false || !mail.source) return true;
  const head = headLinesOf(mail.source);
  const stream = contentOf(client, uid, mail);
  try {
    await reception.receive(findRecipient(head, domain), isReport(head), stream);
  } catch (error) {
    const { refusal } = reception.refuse(error);
    if (isTemporary(refusal)) {
      if (production.clock.now() - Number(mail.internalDate) < MAX_AGE_MS) return false;
      log.warn({ reason: refusal }, 'answer by mail: given up');
    }
    assertDone(
      await client.messageFlagsAdd(String(uid), [REFUSED], { uid: true }),
      'mails cannot be flagged',
    );
    return true;
  } finally {
    stream.destroy();
  }
  assertDone(await client.messageDelete(String(uid), { uid: true }), 'mails cannot be deleted');
  return true;
}

function assertDone(isDone: boolean, problem: string): void {
  if (!isDone) throw new MailboxFailure(problem);
}

/** The mail in chunks, each fetched when the one before has been read. */
function contentOf(client: ImapFlow, uid: number, { size = 0, source }: FetchMessageObject): MailStream {
  async function* chunks() {
    let chunk = source;
    let start = 0;
    let length = MAX_HEAD_BYTES;
    while (chunk) {
      start += chunk.length;
      if (start > MAX_MAIL_BYTES) stream.sizeExceeded = true;
      yield chunk;
      if (chunk.length < length) return;
      length = CHUNK_BYTES;
      const next = await client.fetchOne(
        String(uid),
        { source: { start, maxLength: length } },
        { uid: true },
      );
      if (!next) throw new Error('the mail was deleted');
      chunk = next.source;
    }
  }
  const stream: MailStream = Readable.from(chunks(), { objectMode: false });
  stream.sizeExceeded = size > MAX_MAIL_BYTES;
  return stream;
}
