import { randomBytes } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { notFound } from '../../../errors.ts';
import { hasRow } from '../../../storage/database.ts';
import type { IdpRow } from '../idps/queries.ts';
import { acsOf, audienceOf } from '../names.ts';
import { providerKey } from '../signing/key.ts';
import type { AuthnRequest } from './authn-request.ts';
import { findOwnOrg, findSignOnProviders } from './providers.ts';
import { insertSignOn } from './queries.ts';

const WAIT_MS = 15 * 60 * 1000;

export interface SignOnInput {
  partnerId: string | null;
  orgId: string | null;
  idpId: string | null;
  next: string;
}

/** Returns undefined unless exactly one provider matches. */
export async function chooseProvider(env: Environment, input: SignOnInput): Promise<IdpRow | undefined> {
  const { partnerId } = input;
  // If an org id were accepted as a partner id, the org's provider could sign on to the partner's other orgs.
  const owner = partnerId === null ? { orgId: input.orgId } : { partnerId };
  if (partnerId === null && input.orgId === null) return undefined;
  const [provider, second] = await findSignOnProviders(env.db, owner, input.idpId);
  if (!provider && input.idpId !== null) throw notFound('idp_id', input.idpId);
  return second ? undefined : provider;
}

/** @param browser the SHA-256 of the browser's cookie */
export async function startSignOn(
  env: Environment,
  idp: IdpRow,
  { orgId, next }: SignOnInput,
  browser: Buffer,
): Promise<AuthnRequest> {
  const org = orgId ?? idp.org_id ?? (await findOwnOrg(env.db, idp.partner_id));
  if (org === undefined || !(await isOrgOf(env, org, idp.partner_id))) throw notFound('org_id', org ?? '');
  const id = `_${randomBytes(20).toString('hex')}`;
  const at = env.clock.now();
  const { owner_id, idp_id } = idp;
  await insertSignOn(env.db, { id, owner_id, idp_id, org_id: org, next }, browser, at + WAIT_MS);
  const key = idp.sign_requests ? await providerKey(env) : undefined;
  return { id, at, destination: idp.sso_url, issuer: audienceOf(env), acs: acsOf(env), key };
}

function isOrgOf(env: Environment, orgId: string, partnerId: string): Promise<boolean> {
  return hasRow(env.db, 'SELECT id FROM orgs WHERE id = $1 AND partner_id = $2 AND disabled_at IS NULL', [
    orgId,
    partnerId,
  ]);
}
