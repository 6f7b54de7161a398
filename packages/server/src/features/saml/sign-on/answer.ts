import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Environment } from '../../../environment/environment.ts';
import { newCookieValue } from '../../../html/index.ts';
import { decodeBase64, MAX_BASE64_LENGTH } from '../assertion/base64.ts';
import { AssertionRefused } from '../assertion/refusal.ts';
import { acsOf, audienceOf } from '../names.ts';
import { acceptAssertion, findProvider } from '../redeem.ts';
import { findOwnOrg } from './providers.ts';
import { answerSignOn, changeNext, countAttempt, type SignOn } from './queries.ts';

const TICKET_MS = 60_000;

export class SignOnRefused extends Error {
  readonly signOn: SignOn | undefined;
  constructor(reason: string, signOn?: SignOn) {
    super(reason);
    this.signOn = signOn;
  }
}

/** Only responses to a pending request with attempts left are parsed, because anybody can post one. */
export async function takeAnswer(
  env: Environment,
  encoded: string,
  pages: { destinationAfterJoining(next: string, joined: readonly string[]): string },
): Promise<string> {
  let signOn: SignOn | undefined;
  try {
    if (encoded === '') throw new AssertionRefused('is missing (SAMLResponse)');
    if (encoded.length > MAX_BASE64_LENGTH) throw new AssertionRefused('is larger than 64 KiB');
    // Loaded on demand, because most servers never get a response.
    const { peekInResponseTo, readResponse, validateResponse } = await import('../assertion/response.ts');
    const { readDocumentText } = await import('../assertion/read-document.ts');
    const text = readDocumentText(decodeBase64(encoded));
    const requestId = peekInResponseTo(text);
    const now = env.clock.now();
    signOn = await countAttempt(env.db, requestId, now);
    if (!signOn)
      throw new AssertionRefused(
        'answers no sign-on that waits: it took too long, was answered before, or wrongly too often',
      );
    const { id, org_id: orgId } = signOn;
    const idp = await findProvider(env, signOn.owner_id, signOn.idp_id);
    const valid = await validateInTurn(() => {
      const response = readResponse(text);
      if (response.inResponseTo === id && response.failure !== undefined)
        throw new AssertionRefused(`says that nobody was signed in (${response.failure})`);
      return validateResponse(
        response,
        { certificates: idp.certificates, allowSha1: idp.allow_sha1 },
        { issuer: idp.idp_id, audience: audienceOf(env), recipient: acsOf(env), inResponseTo: id, now },
      );
    });
    // A partner's provider can create people only in the partner's own org.
    const mayMakeUser = idp.org_id !== null || orgId === (await findOwnOrg(env.db, idp.partner_id));
    const ticket = newCookieValue();
    const { joined } = await acceptAssertion(env, { idp, orgId, mayMakeUser }, valid, async (tx, userId) => {
      const answer = { id, userId, ticket: hashOf(ticket), now, expiresAt: now + TICKET_MS };
      if (!(await answerSignOn(tx, answer))) throw new AssertionRefused('was used before');
    });
    const next = pages.destinationAfterJoining(signOn.next, joined);
    if (next !== signOn.next) await changeNext(env.db, id, next);
    return ticket;
  } catch (error) {
    if (error instanceof AssertionRefused) throw new SignOnRefused(error.message, signOn);
    throw error;
  }
}

let lastValidation: Promise<unknown> = Promise.resolve();

/** Between two validations, the process can handle other events. */
function validateInTurn<T>(validate: () => T): Promise<T> {
  const mine = lastValidation.then(() => yieldToEventLoop()).then(validate);
  lastValidation = mine.catch(() => undefined);
  return mine;
}

export function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
