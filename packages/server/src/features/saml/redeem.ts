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

export interface SubmittedAssertion {
  /** Org or partner of the provider. The caller has checked access. */
  ownerId: string;
  idpId: string;
  orgId: string;
  /** In base64. */
  assertion: string;
}

export type UserWork<T> = (tx: Transaction, userId: string) => Promise<T>;

export async function redeemAssertion<T>(
  env: Environment,
  { ownerId, idpId, orgId, assertion }: SubmittedAssertion,
  work: UserWork<T>,
): Promise<T> {
  const idp = await findProvider(env, ownerId, idpId);
  const { validateAssertion } = await import('./assertion/validate.ts');
  const valid = validateAssertion(
    decodeBase64(assertion),
    { certificates: idp.certificates, allowSha1: idp.allow_sha1 },
    { issuer: idpId, audience: audienceOf(env), recipient: recipientOf(env), now: env.clock.now() },
  );
  return (await acceptAssertion(env, { idp, orgId, mayMakeUser: true }, valid, work)).result;
}

export async function findProvider(env: Environment, ownerId: string, idpId: string): Promise<IdpRow> {
  const idp = await findIdp(env.db, ownerId, idpId);
  if (!idp) throw new AssertionRefused('comes from an identity provider that is not registered (idpid)');
  return idp;
}

export interface Acceptance {
  idp: IdpRow;
  orgId: string;
  mayMakeUser: boolean;
}

export async function acceptAssertion<T>(
  env: Environment,
  { idp, orgId, mayMakeUser }: Acceptance,
  { id, subject, expiresAt }: ValidAssertion,
  work: UserWork<T>,
): Promise<{ result: T; joined: string[] }> {
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
  // Only the org's own provider proves an email address, and only if the org allows linking by email.
  const provesEmail = idp.link_by_email && idp.org_id === orgId && subject.email !== '';
  const joined =
    signedOnId !== undefined && provesEmail
      ? await acceptInvitations(env, { userId: signedOnId, kind: 'email', value: subject.email })
      : [];
  return { result, joined };
}
