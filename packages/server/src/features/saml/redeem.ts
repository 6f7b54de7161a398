import type { Environment } from '../../environment.ts';
import type { Transaction } from '../../storage/database.ts';
import { preferredName } from '../users/index.ts';
import { decodeBase64 } from './assertion/base64.ts';
import { AssertionRefused } from './assertion/refusal.ts';
import { findIdp } from './idps/queries.ts';
import { audienceOf, recipientOf } from './names.ts';
import { acceptOnce, findOrMakeUser } from './people.ts';

/** An assertion, and through whom it came. */
export interface GivenAssertion {
  /** The org or the partner whose provider it is. The caller has checked that it may use it. */
  ownerId: string;
  idpId: string;
  /** The org that the person belongs to. */
  orgId: string;
  /** Base64. */
  assertion: string;
}

/**
 * Accepts an assertion, once. The acceptance, the user that it may make and what `work` does with the user's id come
 * about together or not at all. Throws AssertionRefused.
 */
export async function redeemAssertion<T>(
  env: Environment,
  { ownerId, idpId, orgId, assertion }: GivenAssertion,
  work: (tx: Transaction, userId: string) => Promise<T>,
): Promise<T> {
  const idp = await findIdp(env.db, ownerId, idpId);
  if (!idp) throw new AssertionRefused('comes from an identity provider that is not registered (idpid)');
  const now = env.clock.now();
  // Loaded with the first assertion: most servers never get one.
  const { validateAssertion } = await import('./assertion/validate.ts');
  const { id, subject, expiresAt } = validateAssertion(
    decodeBase64(assertion),
    { certificates: idp.certificates, allowSha1: idp.allow_sha1 },
    { issuer: idpId, audience: audienceOf(env), recipient: recipientOf(env), now },
  );
  const newUserId = env.ids.next('user');
  return env.db.transaction(async (tx) => {
    if (!(await acceptOnce(tx, { partnerId: idp.partner_id, issuer: idpId, id, expiresAt })))
      throw new AssertionRefused('was used before');
    const fallback = subject.displayName || subject.nameId;
    const name = preferredName(subject.firstName, subject.lastName, fallback);
    const userId = await findOrMakeUser(tx, { idp, orgId, subject, name, newUserId, now });
    if (userId === undefined) throw new AssertionRefused('is of a user or an org that is disabled');
    return work(tx, userId);
  });
}
