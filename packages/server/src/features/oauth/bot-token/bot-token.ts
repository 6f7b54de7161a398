import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { isNear } from '../../../time/clock.ts';
import { type TokenParameters, wrongParameter } from '../parameters.ts';
import { TokenError } from '../token-error.ts';
import { mintToken } from '../tokens/issue.ts';
import { insertStandaloneToken } from '../tokens/standalone-token.ts';
import { findBotOf } from './queries.ts';

/** How long a bot's token is good for, seconds. Existing bot kits count on it. */
const LIFETIME_SECONDS = 43_200;
/** How far the bot's clock may be from ours. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** Signed with in the place of an unknown bot's secret, so that time does not tell which bots there are. */
const NO_SECRET = randomBytes(32).toString('hex');

export interface BotTokenAnswer {
  access_token: string;
  token_type: 'bearer';
  /** Seconds; a text for bots whose kit wants one. */
  expires_in: number | string;
  scope: string;
}

/**
 * An access token for the user that a bot app is in an org. Throws invalid_request for a parameter that is missing or
 * wrong, and invalid_client, always with the same words, when the bot is unknown, not enabled in the org, or did not
 * sign this.
 */
export async function grantBotToken(env: Environment, parameters: TokenParameters): Promise<BotTokenAnswer> {
  const clientId = parameters.required('client_id', 100);
  const orgId = parameters.required('org_id', 100);
  const timestamp = parameters.required('timestamp', 100);
  const given = readSignature(parameters.required('signature', 200));
  const now = env.clock.now();
  if (!/^\d{13}$/.test(timestamp))
    throw wrongParameter('timestamp', 'must be milliseconds since 1970-01-01 UTC, 13 digits');
  if (!isNear(env.clock, Number(timestamp), CLOCK_SKEW_MS))
    throw wrongParameter('timestamp', 'is more than 5 minutes away from the server’s time');

  const bot = await findBotOf(env.db, clientId, orgId, now);
  const sealed = bot ? [bot.secret_sealed, bot.old_secret_sealed].filter((each) => each !== null) : [];
  const secrets = sealed.length > 0 ? sealed.map((each) => env.secrets.open(each)) : [NO_SECRET];
  const isSigned = secrets
    .map((secret) => sameSignature(signTokenRequest(secret, { clientId, orgId, timestamp }), given))
    .includes(true);
  if (!isSigned || !bot || bot.user_id === null) throw refused();

  const token = mintToken();
  const expiresAt = now + LIFETIME_SECONDS * 1000;
  const { scope, user_id: userId } = bot;
  const stored = { hash: token.hash, clientId, userId, scope, now, expiresAt };
  if (!(await insertStandaloneToken(env.db, stored))) throw refused();
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

/** The signature of a request for a bot's token: HMAC-SHA256 over the three parts, keyed with the client secret. */
export function signTokenRequest(
  secret: string,
  request: { clientId: string; orgId: string; timestamp: string },
): Buffer {
  // The parts have no delimiter. With ids of fixed form and 13 digits at the end there is one way to split them.
  return createHmac('sha256', secret)
    .update(request.clientId + request.orgId + request.timestamp)
    .digest();
}

/**
 * The bytes of a signature, written as base64url (what existing bot kits send, without padding), base64 or hex; null
 * for anything that is not exactly 32 bytes in one of them.
 */
function readSignature(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // A plus sign that was not escaped comes out of a query as a space.
  const base64 = text.replaceAll(' ', '+').replace(/=$/, '');
  if (!/^[\w-]{43}$/.test(base64) && !/^[A-Za-z\d+/]{43}$/.test(base64)) return null;
  const bytes = Buffer.from(base64, 'base64');
  // The last character has two bits that mean nothing: one way to write a signature, not four.
  const isExact = bytes.toString('base64url') === base64.replaceAll('+', '-').replaceAll('/', '_');
  return bytes.length === SIGNATURE_BYTES && isExact ? bytes : null;
}

/** Compares signatures in constant time. */
function sameSignature(one: Buffer, other: Buffer | null): boolean {
  return other !== null && timingSafeEqual(one, other);
}
