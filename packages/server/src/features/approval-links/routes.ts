import type { FastifyRequest } from 'fastify';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalidToken } from '../../errors.ts';
import {
  type App,
  abortOnDisconnect,
  addressKey,
  binderCall,
  callerOf,
  createCallLimit,
  done,
  idempotent,
  longPoll,
  signedId,
  success,
} from '../../http/index.ts';
import { openApprovalLink, pressLinkedButton, readLinkedStep } from './answer.ts';
import { approvalLinkUrl, createStepLink } from './create.ts';
import * as schema from './schema.ts';

/** Per address, with invalid links. */
export const MAX_CALLS_PER_MINUTE = 60;

/** Links by which an assignee answers a step once without signing in. */
export function approvalLinksFeature(app: App, env: Environment): void {
  const limit = createCallLimit('calls by step links', MAX_CALLS_PER_MINUTE, env.redis);
  const path = '/:binder_id/transactions/:transaction_id/steps/:step_id/link';

  app.post(path, { schema: schema.createStepLink }, async (request, reply) => {
    const { binder_id: binderId, transaction_id: transactionId, step_id: stepId } = request.params;
    const { expires_in: seconds = schema.DEFAULT_SECONDS, mail: isMailed = false } = request.body;
    await accessBinder(env.db, callerOf(request), binderId, 'read');
    // The stored answer of an Idempotency-Key contains only the id. The token is derived from it each time.
    const { id, at, expiresAt } = await idempotent(request, reply, env, (db) =>
      createStepLink(binderCall(env, request, db), { transactionId, stepId, seconds, isMailed }),
    );
    const emittedLink = isMailed
      ? {}
      : { url: approvalLinkUrl(env, id), token: signedId(env, 'step link', id) };
    return success({ ...emittedLink, created_time: at, expires_time: expiresAt });
  });

  const config = { auth: 'none' } as const;
  app.get('/steplink', { schema: schema.getLinkedStep, config }, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    reply.header('cache-control', 'no-store');
    return success(await readLinkedStep(env, await openApprovalLink(env, readToken(request))));
  });

  // For our own card. It is not part of the documented API.
  app.post('/steplink/follow', { schema: { hide: true }, config }, async (request, reply) => {
    const token = readToken(request);
    reply.header('cache-control', 'no-store');
    try {
      return success(await followLinkedStep(env, token, abortOnDisconnect(reply)));
    } catch (error) {
      // Many cards may wait behind one address, so only guesses are limited.
      await limit.take(addressKey(request.ip), reply);
      throw error;
    }
  });

  app.post('/steplink', { schema: schema.pressLinkedButton, config }, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    const link = await openApprovalLink(env, readToken(request));
    await pressLinkedButton(env, link, request.body.click_button_id);
    return done;
  });
}

/** Only from the header: addresses are logged. */
function readToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +([\w.-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw invalidToken('the token of a step link is required: `Authorization: Bearer <token>`');
  return token;
}

/** Proxies close connections that are idle for a minute. */
const WAIT_MS = 25_000;
/** A wake-up may be lost. */
const LOOK_MS = 5_000;

/**
 * Waits until the step's turn comes or can no longer come, or until the availability of earlier assignees changes. The
 * binder's log wakes it. Returns the step after at most 25 seconds. Throws invalid token as soon as the link is
 * invalid.
 */
async function followLinkedStep(env: Environment, token: string, caller: AbortSignal) {
  const { binder_id: topic } = await openApprovalLink(env, token);
  let seen: Awaited<ReturnType<typeof readLinkedStep>> | undefined;
  await longPoll(env, { topic, waitMs: WAIT_MS, lookMs: LOOK_MS, caller }, async () => {
    const before = seen;
    seen = await readLinkedStep(env, await openApprovalLink(env, token));
    const { step, transaction } = seen;
    const isWaiting = step.status === 'waiting' && transaction.is_active && !transaction.outcome;
    const isSame = before === undefined || before.step.is_blocked === step.is_blocked;
    return isWaiting && isSame ? undefined : seen;
  });
  return seen;
}
