import { createHash } from 'node:crypto';
import type { Environment } from '../../../environment.ts';
import { newCookieValue } from '../../../html/index.ts';
import { decodeBase64, MAX_BASE64_LENGTH } from '../assertion/base64.ts';
import { AssertionRefused } from '../assertion/refusal.ts';
import { acsOf, audienceOf } from '../names.ts';
import { acceptAssertion, findProvider } from '../redeem.ts';
import { findOwnOrg } from './providers.ts';
import { answerSignOn, findSignOn, type SignOn } from './queries.ts';

/** How long the browser may take from the answer to the page that it is sent on to. */
const TICKET_MS = 60_000;

/** Why an answer was refused, and for which sign-on when that is known. */
export class SignOnRefused extends Error {
  readonly signOn: SignOn | undefined;
  constructor(reason: string, signOn?: SignOn) {
    super(reason);
    this.signOn = signOn;
  }
}

/**
 * Takes a provider's answer: validates it, makes the user on the first time, and gives the ticket with which the browser
 * that began the sign-on is signed in. Throws SignOnRefused.
 * @param encoded the Response, base64
 */
export async function takeAnswer(env: Environment, encoded: string): Promise<string> {
  let signOn: SignOn | undefined;
  try {
    if (encoded === '') throw new AssertionRefused('is missing (SAMLResponse)');
    if (encoded.length > MAX_BASE64_LENGTH) throw new AssertionRefused('is larger than 64 KiB');
    // Loaded with the first answer: most servers never get one.
    const { readResponse, validateResponse } = await import('../assertion/response.ts');
    const response = readResponse(decodeBase64(encoded));
    const now = env.clock.now();
    signOn = await findSignOn(env.db, response.inResponseTo, now);
    if (!signOn)
      throw new AssertionRefused('answers no sign-on that waits: it took too long, or was answered before');
    if (response.failure !== undefined)
      throw new AssertionRefused(`says that nobody was signed in (${response.failure})`);
    const { id, org_id: orgId } = signOn;
    const idp = await findProvider(env, signOn.owner_id, signOn.idp_id);
    const valid = validateResponse(
      response,
      { certificates: idp.certificates, allowSha1: idp.allow_sha1 },
      { issuer: idp.idp_id, audience: audienceOf(env), recipient: acsOf(env), inResponseTo: id, now },
    );
    // A partner's provider vouches for the partner's own org. In others it knows whom a client there has let in.
    const mayMakeUser = idp.org_id !== null || orgId === (await findOwnOrg(env.db, idp.partner_id));
    const ticket = newCookieValue();
    await acceptAssertion(env, { idp, orgId, mayMakeUser }, valid, async (tx, userId) => {
      const answer = { id, userId, ticket: hashOf(ticket), now, expiresAt: now + TICKET_MS };
      if (!(await answerSignOn(tx, answer))) throw new AssertionRefused('was used before');
    });
    return ticket;
  } catch (error) {
    if (error instanceof AssertionRefused) throw new SignOnRefused(error.message, signOn);
    throw error;
  }
}

/** What is stored of a cookie or a ticket. */
export function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
