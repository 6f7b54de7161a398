import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { isNear } from '../../../time/clock.ts';
import { type TokenParameters, wrongParameter } from '../parameters.ts';
import { TokenError } from '../token-error.ts';
import { mintToken } from '../tokens/issue.ts';
import { insertStandaloneToken } from '../tokens/standalone-token.ts';
import { findBotOf } from './queries.ts';

/** Existing bot frameworks rely on this value. */
const LIFETIME_SECONDS = 43_200;
const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** Used as the secret of an unknown bot, so that timing does not reveal which bots exist. */
const DUMMY_SECRET = randomBytes(32).toString('hex');

export interface BotTokenAnswer {
  access_token: string;
  token_type: 'bearer';
  /** Some bot frameworks expect a string. */
  expires_in: number | string;
  scope: string;
}

export async function grantBotToken(
  env: Environment,
  parameters: TokenParameters,
  address: string,
): Promise<BotTokenAnswer> {
  const clientId = parameters.required('client_id', 100);
  const orgId = parameters.required('org_id', 100);
  const timestamp = parameters.required('timestamp', 100);
  const providedSignature = readSignature(parameters.required('signature', 200));
  const now = env.clock.now();
  if (!/^\d{13}$/.test(timestamp))
    throw wrongParameter('timestamp', 'must be milliseconds since 1970-01-01 UTC, 13 digits');
  if (!isNear(env.clock, Number(timestamp), CLOCK_SKEW_MS))
    throw wrongParameter('timestamp', 'is more than 5 minutes away from the server’s time');

  const bot = await findBotOf(env.db, clientId, orgId, now);
  const sealed = bot ? [bot.secret_sealed, bot.old_secret_sealed].filter((each) => each !== null) : [];
  const secrets = sealed.length > 0 ? sealed.map((each) => env.secrets.open(each)) : [DUMMY_SECRET];
  const isSigned = secrets
    .map((secret) =>
      sameSignature(signTokenRequest(secret, { clientId, orgId, timestamp }), providedSignature),
    )
    .includes(true);
  if (!isSigned || !bot || bot.user_id === null) throw refused();

  const token = mintToken();
  const expiresAt = now + LIFETIME_SECONDS * 1000;
  const { scope, user_id: userId } = bot;
  const stored = { hash: token.hash, clientId, userId, scope, now, expiresAt };
  if (!(await insertStandaloneToken(env.db, stored))) throw refused();
  env.signIns.record({ action: 'token.grant', method: 'bot', userId, clientId, address });
  const expiresIn = bot.expires_in_as_text ? String(LIFETIME_SECONDS) : LIFETIME_SECONDS;
  return { access_token: token.text, token_type: 'bearer', expires_in: expiresIn, scope };
}

function refused(): TokenError {
  return new TokenError(
    'invalid_client',
    'the bot is unknown or not enabled in org_id, or signature does not fit',
  );
}

const SIGNATURE_BYTES = 32;

export function signTokenRequest(
  secret: string,
  request: { clientId: string; orgId: string; timestamp: string },
): Buffer {
  // Ids and timestamps have fixed lengths, so no delimiter is needed.
  return createHmac('sha256', secret)
    .update(request.clientId + request.orgId + request.timestamp)
    .digest();
}

function readSignature(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // The query parser has decoded an unescaped plus sign as a space.
  const base64 = text.replaceAll(' ', '+').replace(/=$/, '');
  if (!/^[\w-]{43}$/.test(base64) && !/^[A-Za-z\d+/]{43}$/.test(base64)) return null;
  const bytes = Buffer.from(base64, 'base64');
  // The last character has two unused bits. They must be zero, so that only one encoding is valid.
  const isExact = bytes.toString('base64url') === base64.replaceAll('+', '-').replaceAll('/', '_');
  return bytes.length === SIGNATURE_BYTES && isExact ? bytes : null;
}

function sameSignature(one: Buffer, other: Buffer | null): boolean {
  return other !== null && timingSafeEqual(one, other);
}
