import { createHmac } from 'node:crypto';
import { allowsPrivateNetworks } from '../../../config/config.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { Outbound, OutboundOutcome } from '../../../outbound/index.ts';

/** While an old secret is valid, requests have a second signature. */
export interface WebhookTarget {
  webhook_url: string;
  webhook_secret_sealed: Buffer;
  old_webhook_secret_sealed: Buffer | null;
  allow_private_network: boolean;
  /** Header that older bot frameworks check. May be empty. */
  sha1_signature_header: string;
  client_secret_sealed: Buffer;
}

export interface Message {
  messageId: string;
  body: string;
}

/** The returned function never rejects. */
export function createWebhookSender(
  env: Pick<Environment, 'config' | 'secrets'>,
  outbound: Outbound,
  target: WebhookTarget,
) {
  const sealed = [target.webhook_secret_sealed, target.old_webhook_secret_sealed];
  const secrets = sealed.filter((each) => each !== null).map((each) => env.secrets.open(each));
  const { sha1_signature_header: sha1Name } = target;
  const clientSecret = sha1Name === '' ? '' : env.secrets.open(target.client_secret_sealed);
  return async (
    message: Message,
    at: number,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<OutboundOutcome> => {
    const outcome = await outbound.post({
      url: target.webhook_url,
      headers: {
        // First, so that it cannot override another header.
        ...sha1Header(sha1Name, clientSecret, message.body),
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Ringbinder',
        ...headers,
        ...signedHeaders(secrets, message, at),
      },
      body: message.body,
      ...(signal ? { signal } : {}),
      allowsPrivate: target.allow_private_network && allowsPrivateNetworks(env.config),
    });
    if (outcome.kind === 'answered' || !outcome.isPrivate) return outcome;
    return { ...outcome, reason: `${outcome.reason}: ${privateAddressHint(target)}` };
  };
}

function privateAddressHint({ allow_private_network: isAllowed }: WebhookTarget): string {
  return isAllowed
    ? 'the server does not push to private networks (OUTBOUND_PRIVATE_NETWORKS)'
    : 'set allow_private_network on the bot app to allow it';
}

const MAX_STORED_ANSWER = 500;

export interface CallResult {
  ms: number;
  status: number | null;
  reason: string | null;
  answer: string;
}

export function toCallResult(outcome: OutboundOutcome): CallResult {
  const { ms } = outcome;
  if (outcome.kind === 'failed') return { ms, status: null, reason: outcome.reason, answer: '' };
  // PostgreSQL cannot store NUL in text.
  const answer = outcome.text.replaceAll('\0', '').slice(0, MAX_STORED_ANSWER);
  return { ms, status: outcome.status, reason: null, answer };
}

/**
 * Headers of the Standard Webhooks specification (https://www.standardwebhooks.com).
 *
 * @param secrets base64 after the prefix `whsec_`; two during a rotation
 */
export function signedHeaders(
  secrets: readonly string[],
  { messageId, body }: { messageId: string; body: string },
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function sha1Header(name: string, clientSecret: string, body: string): Record<string, string> {
  if (name === '') return {};
  return { [name]: `sha1=${createHmac('sha1', clientSecret).update(body).digest('hex')}` };
}
