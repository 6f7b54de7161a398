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
  emptySuccess,
  idempotent,
  longPoll,
  receiveFile,
  signedId,
  streamedBody,
  success,
} from '../../http/index.ts';
import { presentDelivery } from '../transactions/index.ts';
import {
  checkLinkedUpload,
  deliverLinkedFile,
  openApprovalLink,
  pressLinkedButton,
  readLinkedStep,
} from './answer.ts';
import { approvalLinkUrl, createStepLink } from './create.ts';
import * as schema from './schema.ts';

/** Per IP address. */
export const MAX_CALLS_PER_MINUTE = 60;

export function approvalLinksFeature(app: App, env: Environment): void {
  const limit = createCallLimit('calls by step links', MAX_CALLS_PER_MINUTE, env.redis);
  const path = '/:binder_id/transactions/:transaction_id/steps/:step_id/link';

  app.post(path, { schema: schema.createStepLink }, async (request, reply) => {
    const { binder_id: binderId, transaction_id: transactionId, step_id: stepId } = request.params;
    const {
      expires_in: seconds = schema.DEFAULT_SECONDS,
      mail: isMailed = false,
      user_id: userId,
    } = request.body;
    await accessBinder(env.db, callerOf(request), binderId, 'read');
    // The token is secret, so only the id is stored for idempotent retries.
    const { id, at, expiresAt } = await idempotent(request, reply, env, (db) =>
      createStepLink(binderCall(env, request, db), { transactionId, stepId, seconds, isMailed, userId }),
    );
    const linkFields = isMailed
      ? {}
      : { url: approvalLinkUrl(env, id), token: signedId(env, 'step link', id) };
    return success({ ...linkFields, created_time: at, expires_time: expiresAt });
  });

  const config = { auth: 'none' } as const;
  app.get('/steplink', { schema: schema.getLinkedStep, config }, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    reply.header('cache-control', 'no-store');
    return success(await readLinkedStep(env, await openApprovalLink(env, readToken(request))));
  });

  app.post('/steplink/follow', { schema: { hide: true }, config }, async (request, reply) => {
    const token = readToken(request);
    reply.header('cache-control', 'no-store');
    try {
      return success(await followLinkedStep(env, token, abortOnDisconnect(reply)));
    } catch (error) {
      // Many approval cards may share one IP address, so only failed requests count.
      await limit.take(addressKey(request.ip), reply);
      throw error;
    }
  });

  const uploadOptions = { schema: schema.deliverLinkedFile, config, ...streamedBody };
  app.post('/steplink/files', uploadOptions, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    const link = await openApprovalLink(env, readToken(request));
    const { file_request: requestId } = request.query;
    await checkLinkedUpload(env, link, requestId);
    const file = await receiveFile(request, env, env.config.maxUploadBytes);
    return success(presentDelivery(await deliverLinkedFile(env, link, { requestId, file })));
  });

  app.post('/steplink', { schema: schema.pressLinkedButton, config }, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    const link = await openApprovalLink(env, readToken(request));
    const { click_button_id: buttonId, answers, signatures } = request.body;
    await pressLinkedButton(env, link, { buttonId, answers, signatures });
    return emptySuccess;
  });
}

/** URLs are logged, so they must not contain the token. */
function readToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +([\w.-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw invalidToken('the token of a step link is required: `Authorization: Bearer <token>`');
  return token;
}

/** Some proxies close connections that are idle for a minute. */
const WAIT_MS = 25_000;
/** A wake-up may be lost. */
const POLL_MS = 5_000;

async function followLinkedStep(env: Environment, token: string, caller: AbortSignal) {
  const { binder_id: topic } = await openApprovalLink(env, token);
  let linkedStep: Awaited<ReturnType<typeof readLinkedStep>> | undefined;
  await longPoll(env, { topic, waitMs: WAIT_MS, pollMs: POLL_MS, caller }, async () => {
    const before = linkedStep;
    linkedStep = await readLinkedStep(env, await openApprovalLink(env, token));
    const { step, transaction } = linkedStep;
    const isWaiting = step.status === 'waiting' && transaction.is_active && !transaction.outcome;
    const isSame = before === undefined || before.step.is_blocked === step.is_blocked;
    return isWaiting && isSame ? undefined : linkedStep;
  });
  return linkedStep;
}
