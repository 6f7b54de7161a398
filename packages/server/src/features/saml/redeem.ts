import type { Environment } from '../../environment/environment.ts';
import type { Transaction } from '../../storage/database.ts';
import { acceptInvitations } from '../invitations/index.ts';
import { preferredName } from '../users/index.ts';
import { decodeBase64 } from './assertion/base64.ts';
import { AssertionRefused } from './assertion/refusal.ts';
import type { ValidAssertion } from './assertion/validate.ts';
import { findIdp, type IdpRow } from './idps/queries.ts';
import { audienceOf, recipientOf } from './names.ts';
import { acceptOnce, findOrMakeUser } from './people.ts';

/** An assertion, and through whom it came. */
export interface SubmittedAssertion {
  /** The org or the partner whose provider it is. The caller has checked that it may use it. */
  ownerId: string;
  idpId: string;
  /** The org that the person belongs to. */
  orgId: string;
  /** Base64. */
  assertion: string;
}

/** What is done with the user that an assertion is about, in the transaction in which it is accepted. */
export type UserWork<T> = (tx: Transaction, userId: string) => Promise<T>;

/**
 * Accepts an assertion, once. The acceptance, the user that it may make and what `work` does with the user's id come
 * about together or not at all. Throws AssertionRefused.
 */
export async function redeemAssertion<T>(
  env: Environment,
  { ownerId, idpId, orgId, assertion }: SubmittedAssertion,
  work: UserWork<T>,
): Promise<T> {
  const idp = await findProvider(env, ownerId, idpId);
  // Loaded with the first assertion: most servers never get one.
  const { validateAssertion } = await import('./assertion/validate.ts');
  const valid = validateAssertion(
    decodeBase64(assertion),
    { certificates: idp.certificates, allowSha1: idp.allow_sha1 },
    { issuer: idpId, audience: audienceOf(env), recipient: recipientOf(env), now: env.clock.now() },
  );
  return acceptAssertion(env, { idp, orgId, mayMakeUser: true }, valid, work);
}

/** A provider that is registered. Throws AssertionRefused. */
export async function findProvider(env: Environment, ownerId: string, idpId: string): Promise<IdpRow> {
  const idp = await findIdp(env.db, ownerId, idpId);
  if (!idp) throw new AssertionRefused('comes from an identity provider that is not registered (idpid)');
  return idp;
}

/** For whom an assertion is accepted. */
export interface Acceptance {
  idp: IdpRow;
  /** The org that the person belongs to. */
  orgId: string;
  /** Whether somebody who is new there becomes a user. */
  mayMakeUser: boolean;
}

/** Accepts a valid assertion, once, as told above. Throws AssertionRefused. */
export async function acceptAssertion<T>(
  env: Environment,
  { idp, orgId, mayMakeUser }: Acceptance,
  { id, subject, expiresAt }: ValidAssertion,
  work: UserWork<T>,
): Promise<T> {
  // Whatever led here: an org's provider knows the people of that org, and of no other.
  if (idp.org_id !== null && idp.org_id !== orgId)
    throw new AssertionRefused('comes from the identity provider of another org');
  const newUserId = env.ids.next('user');
  const now = env.clock.now();
  let signedOnId: string | undefined;
  const result = await env.db.transaction(async (tx) => {
    const assertion = { partnerId: idp.partner_id, issuer: idp.idp_id, id, expiresAt };
    if (!(await acceptOnce(tx, assertion))) throw new AssertionRefused('was used before');
    const fallback = subject.displayName || subject.nameId;
    const name = preferredName(subject.firstName, subject.lastName, fallback);
    const userId = await findOrMakeUser(tx, { idp, orgId, mayMakeUser, subject, name, newUserId, now });
    if (userId === undefined)
      throw new AssertionRefused(
        mayMakeUser
          ? 'is of a user or an org that is disabled'
          : 'is of a user or an org that is disabled, or of somebody who is not in that org',
      );
    signedOnId = userId;
    return work(tx, userId);
  });
  // An address is proved by the org's own provider alone, and where the org says that its addresses can be relied on.
  if (signedOnId !== undefined && idp.link_by_email && idp.org_id === orgId && subject.email !== '')
    await acceptInvitations(env, { userId: signedOnId, kind: 'email', value: subject.email });
  return result;
}
