import type { Environment } from '../../environment/environment.ts';

/** The contract's `{saml_audience_url}`: our entity id as a service provider, under which our metadata is served. */
export function audienceOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}saml/metadata`;
}

/** The Recipient of an assertion that is exchanged for a token. */
export function recipientOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}oauth/token`;
}

/** Where a provider posts its answer to a sign-on in a browser: the Recipient of the assertion in it. */
export function acsOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}saml/acs`;
}

/** Whose provider is to sign someone on. */
interface ProviderName {
  partner_id: string;
  /** Null when it is the partner's. */
  org_id: string | null;
  idp_id: string;
  /** The org to sign on to with a partner's provider, if not the partner's own. */
  client_org_id?: string | null;
}

/** Where a sign-on with a provider begins. */
export function loginAddress(env: Pick<Environment, 'baseUrl'>, provider: ProviderName): string {
  return `${env.baseUrl()}saml/login?${loginQuery(provider)}`;
}

/** The query of the address at which a sign-on with a provider begins. */
export function loginQuery({ partner_id, org_id, idp_id, client_org_id }: ProviderName): URLSearchParams {
  const org = org_id ?? client_org_id;
  return new URLSearchParams({ ...(org_id === null && { partner_id }), ...(org && { org_id: org }), idp_id });
}
