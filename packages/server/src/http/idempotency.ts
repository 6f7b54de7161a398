import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessBinder } from '../access/index.ts';
import type { Environment } from '../environment/environment.ts';
import { conflict, invalid } from '../errors.ts';
import { SealedSecret } from '../secrets/sealed-secret.ts';
import { type Database, hasRow, type Transaction } from '../storage/database.ts';
import { callerOf } from './bearer.ts';
import { emptySuccess } from './operation.ts';

export const RETENTION_MS = 24 * 60 * 60 * 1000;

/** How long a response with a secret is stored: long enough to retry after a broken connection. */
export const SECRET_RETENTION_MS = 10 * 60 * 1000;

/**
 * Runs `work` once per `Idempotency-Key` of a caller, or always without that header. The key, the change and the
 * response are committed together, so that a retry either finds the response or does the work. Of two simultaneous
 * calls the second waits for the row lock of the key and returns the response of the first.
 *
 * Only successful responses are stored. A rejected call changed nothing, so a retry runs again.
 *
 * Before a response is replayed, `changeAsAdmin` checks the rights of admins, and this function those of members.
 *
 * @param content text to fingerprint, for calls whose body is not JSON (a hash of the uploaded file)
 * @returns the result of `work`, now or from the first call. Throws conflict if the key was used for another request,
 *   or if the stored response contained a secret and has expired.
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
  const { clientId, userId } = callerOf(request);
  const claim = {
    caller: `${clientId}:${userId}`,
    key,
    fingerprint: fingerprintOf(env, request, content),
    now: env.clock.now(),
  };
  const { answer, replayed } = await env.db.transaction(async (tx) => {
    if (!(await claimKey(tx, claim))) {
      const answer = await recall<T>(tx, claim);
      // A response without data reveals nothing, so a user who has left the binder may receive it.
      if (answer !== null) await requireReader(request, tx);
      return { answer, replayed: true };
    }
    const answer = await work(tx);
    await remember(tx, { ...claim, now: rememberedAt(claim.now, env.clock.now()) }, answer);
    return { answer, replayed: false };
  });
  if (replayed) reply.header('idempotent-replayed', 'true');
  return answer;
}

/** Like `idempotent`, for calls without response data. */
export async function idempotentWithoutData(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Environment,
  work: (db: Database) => Promise<void>,
): Promise<typeof emptySuccess> {
  await idempotent(request, reply, env, work);
  return emptySuccess;
}

interface Claim {
  caller: string;
  key: string;
  fingerprint: Buffer;
  now: number;
}

/** Only a call that moves the sandbox clock takes longer by that clock. */
const MAX_CALL_MS = 60 * 60 * 1000;

/**
 * The start of the retention. After a call that moved the sandbox clock it is the new time: a retry of `advance` by two
 * days must find its response.
 */
function rememberedAt(begun: number, ended: number): number {
  return ended - begun > MAX_CALL_MS ? ended : begun;
}

/** An HMAC, because a body with a password could be guessed from a plain hash. */
function fingerprintOf({ secrets }: Environment, request: FastifyRequest, content: string): Buffer {
  const path = request.url.split('?', 1)[0] ?? '';
  return Buffer.from(secrets.sign(`${request.method} ${path}\n${content}`), 'base64url');
}

/** Claims the key; waits for a concurrent claim. Returns false if the key is claimed and has not expired. */
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

/** Throws the error of a new call if the caller may no longer read the binder. */
async function requireReader(request: FastifyRequest, tx: Transaction): Promise<void> {
  const { binder_id: binderId } = request.params as { binder_id?: string };
  if (binderId !== undefined) await accessBinder(tx, callerOf(request), binderId, 'read');
}

async function recall<T>(tx: Transaction, { caller, key, fingerprint, now }: Claim): Promise<T> {
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
      'this Idempotency-Key was used before: the change was made, and its answer, which held a secret, is not kept any longer',
    );
  return row.answer.value;
}

async function remember(tx: Transaction, { caller, key, now }: Claim, answer: unknown): Promise<void> {
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

/** Deletes expired keys and expired responses with secrets. */
export async function deleteExpiredAnswers(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE created_at < $1', [now - RETENTION_MS]);
  await db.query('UPDATE idempotency_keys SET answer = NULL, answer_until = NULL WHERE answer_until <= $1', [
    now,
  ]);
}
