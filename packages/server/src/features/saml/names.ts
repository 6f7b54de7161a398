import type { Environment } from '../../environment/environment.ts';

export function audienceOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}saml/metadata`;
}

export function recipientOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}oauth/token`;
}

export function acsOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}saml/acs`;
}

interface ProviderName {
  partner_id: string;
  org_id: string | null;
  idp_id: string;
  client_org_id?: string | null;
}

export function loginAddress(env: Pick<Environment, 'baseUrl'>, provider: ProviderName): string {
  return `${env.baseUrl()}saml/login?${loginQuery(provider)}`;
}

export function loginQuery({ partner_id, org_id, idp_id, client_org_id }: ProviderName): URLSearchParams {
  const org = org_id ?? client_org_id;
  return new URLSearchParams({ ...(org_id === null && { partner_id }), ...(org && { org_id: org }), idp_id });
}
