import { AssertionRefused, MAX_BASE64_LENGTH, redeemAssertion } from '../../saml/index.ts';
import { wrongParameter } from '../parameters.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { mintToken, tokenAnswer } from '../tokens/issue.ts';
import { insertStandaloneToken } from '../tokens/standalone-token.ts';
import type { Grant, GrantCall } from './grant.ts';
import { orgBelongsToPartner } from './unique-identifier-queries.ts';

export const SAML2_BEARER = 'urn:ietf:params:oauth:grant-type:saml2-bearer';

/** Implements RFC 7522. */
export const saml2BearerGrant: Grant = async (call) => {
  const { env, client, parameters, address } = call;
  const idpId = parameters.required('idpid');
  const assertion = parameters.required('assertion', MAX_BASE64_LENGTH);
  const scope = grantedScope(client.scope, parameters.optional('scope'));
  const owner = await findOwner(call);

  const access = mintToken();
  const seconds = env.config.accessTokenSeconds;
  try {
    const userId = await redeemAssertion(env, { ...owner, idpId, assertion }, async (tx, userId) => {
      const now = env.clock.now();
      const expiresAt = now + seconds * 1000;
      const token = { hash: access.hash, clientId: client.id, userId, scope, now, expiresAt };
      if (!(await insertStandaloneToken(tx, token)))
        throw new TokenError('invalid_client', 'the client is disabled');
      return userId;
    });
    env.signIns.record({
      action: 'token.grant',
      method: 'saml2-bearer',
      userId,
      clientId: client.id,
      address,
    });
  } catch (error) {
    if (error instanceof AssertionRefused)
      throw new TokenError('invalid_grant', `the assertion ${error.message}`);
    throw error;
  }
  return tokenAnswer(access, seconds, scope);
};

async function findOwner({
  env,
  client,
  parameters,
}: GrantCall): Promise<{ ownerId: string; orgId: string }> {
  const org = parameters.optional('orgid');
  const partner = parameters.optional('partnerid');
  if (org !== undefined && partner !== undefined)
    throw wrongParameter('orgid', 'cannot be combined with partnerid');
  if (org !== undefined) {
    const belongs =
      client.orgId === null ? await orgBelongsToPartner(env.db, org, client.partnerId) : org === client.orgId;
    if (!belongs) throw wrongParameter('orgid', 'is not an org of this client');
    return { ownerId: org, orgId: org };
  }
  if (partner === undefined) throw wrongParameter('orgid', 'or partnerid is required');
  if (partner !== client.partnerId) throw wrongParameter('partnerid', 'is not the partner of this client');
  const own = client.orgId ?? client.defaultOrgId;
  if (own === null) throw wrongParameter('orgid', 'is required: the client’s partner has no org of its own');
  return { ownerId: partner, orgId: own };
}
