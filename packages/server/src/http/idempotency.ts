import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessBinder } from '../access/index.ts';
import type { Environment } from '../environment/environment.ts';
import { conflict, invalid } from '../errors.ts';
import { SealedSecret } from '../secrets/sealed-secret.ts';
import { type Database, hasRow, type Transaction } from '../storage/database.ts';
import { callerOf } from './bearer.ts';
import { emptySuccess } from './operation.ts';

export const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Long enough for retries after a broken connection. */
export const SECRET_RETENTION_MS = 10 * 60 * 1000;

/**
 * Commits key, change and response together, and stores only successful responses. A simultaneous call waits
 * for the key's row lock and returns the first response.
 * `content` is the text to fingerprint, for calls whose body is not JSON.
 */
export async function idempotent<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Environment,
  work: (db: Database) => Promise<T>,
  content: string = request.bodyText,
): Promise<T> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return work(env.db);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('Idempotency-Key', 'must be 1 to 255 printable ASCII characters without spaces');
  }
  const claim = {
    caller: callerKeyOf(request),
    key,
    fingerprint: fingerprintOf(env, request, content),
    now: env.clock.now(),
  };
  const { answer, replayed } = await env.db.transaction(async (tx) => {
    if (!(await claimKey(tx, claim))) {
      const answer = await readStoredAnswer<T>(tx, claim);
      if (answer !== null) await requireReader(request, tx);
      return { answer, replayed: true };
    }
    const answer = await work(tx);
    await storeAnswer(tx, { ...claim, now: storageTime(claim.now, env.clock.now()) }, answer);
    return { answer, replayed: false };
  });
  if (replayed) reply.header('idempotent-replayed', 'true');
  return answer;
}

export async function idempotentWithoutData(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Environment,
  work: (db: Database) => Promise<void>,
): Promise<typeof emptySuccess> {
  await idempotent(request, reply, env, work);
  return emptySuccess;
}

/** A transaction cannot contain work such as sending an email, so its result replaces the stored response. */
export async function replaceAnswer(
  request: FastifyRequest,
  env: Environment,
  answer: unknown,
): Promise<void> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return;
  await env.db.query('UPDATE idempotency_keys SET answer = $3 WHERE caller = $1 AND key = $2', [
    callerKeyOf(request),
    key,
    JSON.stringify({ value: answer }),
  ]);
}

function callerKeyOf(request: FastifyRequest): string {
  const { clientId, userId } = callerOf(request);
  return `${clientId}:${userId}`;
}

interface Claim {
  caller: string;
  key: string;
  fingerprint: Buffer;
  now: number;
}

/** In the sandbox, a call that seems to take longer has moved the clock. */
const MAX_CALL_MS = 60 * 60 * 1000;

function storageTime(startedAt: number, endedAt: number): number {
  return endedAt - startedAt > MAX_CALL_MS ? endedAt : startedAt;
}

/** A plain hash would allow guessing passwords. */
function fingerprintOf({ secrets }: Environment, request: FastifyRequest, content: string): Buffer {
  const path = request.url.split('?', 1)[0] ?? '';
  return Buffer.from(secrets.sign(`${request.method} ${path}\n${content}`), 'base64url');
}

function claimKey(tx: Transaction, { caller, key, fingerprint, now }: Claim): Promise<boolean> {
  return hasRow(
    tx,
    `INSERT INTO idempotency_keys (caller, key, fingerprint, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (caller, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL, answer_until = NULL,
       created_at = excluded.created_at
     WHERE idempotency_keys.created_at < $5
     RETURNING key`,
    [caller, key, fingerprint, now, now - RETENTION_MS],
  );
}

async function requireReader(request: FastifyRequest, tx: Transaction): Promise<void> {
  const { binder_id: binderId } = request.params as { binder_id?: string };
  if (binderId !== undefined) await accessBinder(tx, callerOf(request), binderId, 'read');
}

async function readStoredAnswer<T>(tx: Transaction, { caller, key, fingerprint, now }: Claim): Promise<T> {
  const [row] = await tx.query<{
    fingerprint: Buffer;
    answer: { value: T } | null;
    answer_until: number | null;
  }>('SELECT fingerprint, answer, answer_until FROM idempotency_keys WHERE caller = $1 AND key = $2', [
    caller,
    key,
  ]);
  if (!row?.fingerprint.equals(fingerprint))
    throw conflict('this Idempotency-Key was used for another request');
  if (row.answer === null || (row.answer_until !== null && row.answer_until <= now))
    throw conflict(
      'this Idempotency-Key was used before: the change was made, but its response contained a secret and is no longer stored',
    );
  return row.answer.value;
}

async function storeAnswer(tx: Transaction, { caller, key, now }: Claim, answer: unknown): Promise<void> {
  let until: number | null = null;
  const stored = JSON.stringify({ value: answer ?? null }, (_name, value: unknown) => {
    if (value instanceof SealedSecret) until = now + SECRET_RETENTION_MS;
    return value;
  });
  await tx.query(
    'UPDATE idempotency_keys SET answer = $3, answer_until = $4, created_at = $5 WHERE caller = $1 AND key = $2',
    [caller, key, stored, until, now],
  );
}

export async function deleteExpiredAnswers(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE created_at < $1', [now - RETENTION_MS]);
  await db.query('UPDATE idempotency_keys SET answer = NULL, answer_until = NULL WHERE answer_until <= $1', [
    now,
  ]);
}
