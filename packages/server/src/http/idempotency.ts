import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessBinder } from '../access/index.ts';
import type { Environment } from '../environment/environment.ts';
import { conflict, invalid } from '../errors.ts';
import { SealedSecret } from '../secrets/sealed-secret.ts';
import { type Database, hasRow, type Transaction } from '../storage/database.ts';
import { callerOf } from './bearer.ts';
import { done } from './operation.ts';

/** How long an answer is remembered. */
export const RETENTION_MS = 24 * 60 * 60 * 1000;

/** How long one is that holds a secret: enough for the retries of a client whose connection broke. */
export const SECRET_RETENTION_MS = 10 * 60 * 1000;

/**
 * Runs a write once for an `Idempotency-Key`. The key, the change and the answer are committed together, so whatever
 * dies in between, a retry either finds the answer or does the work; two at once are settled by the key's primary key:
 * the second waits and gets the answer of the first. Without a key, just runs the work.
 *
 * Only answers of success are remembered: a refused call changed nothing and is judged anew.
 *
 * The caller's right is judged first: an admin's by `changeAsAdmin`, a member's here, before an answer is given again.
 *
 * @param content what the body was, for calls whose body is not JSON (a hash of an uploaded file)
 * @returns what `work` gave, or what it gave the first time. Throws conflict when the key was used for another call.
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
      // One that says nothing tells nobody anything, and who has left a binder may hear again that it was done.
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

/** As `idempotent`, for a call that answers with the code only. */
export async function idempotentWithoutData(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Environment,
  work: (db: Database) => Promise<void>,
): Promise<typeof done> {
  await idempotent(request, reply, env, work);
  return done;
}

interface Claim {
  caller: string;
  key: string;
  fingerprint: Buffer;
  now: number;
}

/** No call takes so long by a clock that nobody moves. */
const MAX_CALL_MS = 60 * 60 * 1000;

/**
 * From when on an answer is remembered: the time of the call, or, where the call has moved the clock of a sandbox, the time after
 * it: a retry of `advance` by two days must find its answer.
 */
function rememberedAt(begun: number, ended: number): number {
  return ended - begun > MAX_CALL_MS ? ended : begun;
}

/** Keyed, since a body may hold a password, and a plain hash of it could be guessed. */
function fingerprintOf({ secrets }: Environment, request: FastifyRequest, content: string): Buffer {
  const path = request.url.split('?', 1)[0] ?? '';
  return Buffer.from(secrets.sign(`${request.method} ${path}\n${content}`), 'base64url');
}

/** Takes the key, waiting for whoever holds it. False when it is taken and not yet forgotten. */
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

/** Of an answer about a binder: who may not read it any more gets what a new call would get. */
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

/** Removes what is not given again: keys that are forgotten, and answers that held a secret. */
export async function deleteExpiredAnswers(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE created_at < $1', [now - RETENTION_MS]);
  await db.query('UPDATE idempotency_keys SET answer = NULL, answer_until = NULL WHERE answer_until <= $1', [
    now,
  ]);
}
