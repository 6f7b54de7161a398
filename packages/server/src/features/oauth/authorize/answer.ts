import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { mintToken, tokenAnswer } from '../tokens/issue.ts';
import { insertStandaloneToken } from '../tokens/standalone-token.ts';
import { insertCode } from './queries.ts';
import { type AuthorizationRequest, type ReturnAddress, ReturnedError } from './request.ts';

const CODE_MS = 60_000;
/** The API contract requires this lifetime. */
const IMPLICIT_SECONDS = 3_600;

export async function sendGranted(
  env: Environment,
  request: AuthorizationRequest,
  userId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const at = env.clock.now();
  const minted = mintToken();
  const { client, scope } = request;
  const denied = () => new ReturnedError(request, 'access_denied', 'the user is disabled');
  if (request.type === 'code') {
    const stored = await insertCode(env.db, {
      hash: minted.hash,
      clientId: client.id,
      userId,
      redirectUri: request.sentRedirectUri,
      scope,
      challenge: request.challenge,
      at,
      expiresAt: at + CODE_MS,
    });
    if (!stored) throw denied();
    return sendBack(reply, request, { code: minted.text });
  }
  const expiresAt = at + IMPLICIT_SECONDS * 1000;
  const token = { hash: minted.hash, clientId: client.id, userId, scope, now: at, expiresAt };
  if (!(await insertStandaloneToken(env.db, token))) throw denied();
  const { ip: address } = reply.request;
  env.signIns.record({ action: 'token.grant', method: 'implicit', userId, clientId: client.id, address });
  const { access_token, token_type, expires_in } = tokenAnswer(minted, IMPLICIT_SECONDS, scope);
  return sendBack(reply, request, { access_token, token_type, expires_in: String(expires_in), scope });
}

export function sendReturnedError(
  reply: FastifyReply,
  { address, error, message }: ReturnedError,
): FastifyReply {
  return sendBack(reply, address, { error, error_description: message.replaceAll('’', "'") });
}

function sendBack(
  reply: FastifyReply,
  { redirectUri, state, inHash, issuer }: ReturnAddress,
  fields: Record<string, string>,
): FastifyReply {
  const all = { ...fields, ...(state === undefined ? {} : { state }), iss: issuer };
  const answer = new URLSearchParams(all).toString();
  const separator = inHash ? '#' : redirectUri.includes('?') ? '&' : '?';
  return reply
    .code(303)
    .header('location', `${redirectUri}${separator}${answer}`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send();
}
