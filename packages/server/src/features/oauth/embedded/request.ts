import type { Environment } from '../../../environment/environment.ts';
import { isStorableText } from '../../../http/index.ts';
import { findOwnOrg, findSignOnProviders } from '../../saml/index.ts';
import type { AuthorizingClient } from '../authorize/queries.ts';
import { isOrgOfPartner } from './queries.ts';

export class SignInProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RequestedProvider {
  query: URLSearchParams;
  orgId: string;
}

export async function readProvider(
  { db }: Pick<Environment, 'db'>,
  client: AuthorizingClient,
  form: URLSearchParams,
): Promise<RequestedProvider> {
  const read = (name: string) => {
    const value = form.get(name) || undefined;
    if (value !== undefined && (value.length > 2_048 || !isStorableText(value)))
      throw new SignInProblem(`invalid ${name}`, `${name} cannot be read`);
    return value;
  };
  const idp = read('idp_id');
  const partner =
    read('partner_id') ?? (!read('org_id') && client.org_id === null ? client.partner_id : undefined);
  const org = read('org_id') ?? client.org_id ?? undefined;
  if (partner !== undefined && partner !== client.partner_id)
    throw new SignInProblem('invalid partner_id', `partner_id ${partner} is not the partner of the client`);
  if (client.org_id !== null && org !== client.org_id)
    throw new SignInProblem('invalid org_id', `org_id ${org} is not the org of the client`);
  const orgId = org ?? (await findOwnOrg(db, client.partner_id));
  if (orgId === undefined || !(await isOrgOfPartner(db, orgId, client.partner_id)))
    throw new SignInProblem('invalid org_id', `org_id ${orgId ?? ''} is not an org of the client’s partner`);
  const owner = partner === undefined ? { orgId } : { partnerId: partner };
  const [provider, second] = await findSignOnProviders(db, owner, idp ?? null);
  const whose = partner === undefined ? `org ${orgId}` : `partner ${partner}`;
  if (!provider)
    throw new SignInProblem(
      'invalid idp_id',
      `${whose} has no identity provider${idp === undefined ? '' : ` ${idp}`} for sign-on in a browser: register it with its sso_url`,
    );
  if (second)
    throw new SignInProblem('idp_id needed', `${whose} has several identity providers: name one by idp_id`);
  const query = new URLSearchParams({
    ...(partner !== undefined && { partner_id: partner }),
    org_id: orgId,
    idp_id: provider.idp_id,
  });
  return { query, orgId };
}
