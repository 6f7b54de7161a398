import { createHmac, timingSafeEqual } from 'node:crypto';

export interface AccountLink {
  user_id: string;
  username: string;
  binder_id: string;
  client_id: string;
  org_id: string;
}

export class BadAccountLink extends Error {
  constructor(why: string) {
    super(`the account_link_token is refused: ${why}`);
    this.name = 'BadAccountLink';
  }
}

const CLAIMS = ['user_id', 'username', 'binder_id', 'client_id', 'org_id'] as const;

/**
 * Verifies a JWT that the service signed with the client secret (HS256), valid for five minutes. Throws
 * BadAccountLink.
 *
 * @param now milliseconds since 1970-01-01 UTC
 */
export function readAccountLink(
  token: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  now: number = Date.now(),
): AccountLink {
  const [head, body, signature, more] = token.split('.');
  if (!head || !body || !signature || more !== undefined) throw new BadAccountLink('it is not a JWT');
  // The sender of a token must not choose the algorithm.
  if (parse(head)?.alg !== 'HS256') throw new BadAccountLink('its algorithm is not HS256');
  const right = createHmac('sha256', clientSecret).update(`${head}.${body}`).digest();
  const received = Buffer.from(signature, 'base64url');
  if (received.length !== right.length || !timingSafeEqual(received, right))
    throw new BadAccountLink('its signature does not fit');
  const claims = parse(body);
  if (typeof claims?.exp !== 'number' || claims.exp * 1000 <= now) throw new BadAccountLink('it has expired');
  if (claims.client_id !== clientId) throw new BadAccountLink('it is for another bot');
  const texts = CLAIMS.map((name) => [name, claims[name]]);
  if (texts.some(([, value]) => typeof value !== 'string')) throw new BadAccountLink('a claim is missing');
  return Object.fromEntries(texts) as AccountLink;
}

function parse(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
