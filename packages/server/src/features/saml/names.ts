import type { Environment } from '../../environment.ts';

/** The contract's `{saml_audience_url}`: our entity id as a service provider, under which our metadata is served. */
export function audienceOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}saml/metadata`;
}

/** The Recipient of an assertion that is exchanged for a token. */
export function recipientOf(env: Pick<Environment, 'baseUrl'>): string {
  return `${env.baseUrl()}oauth/token`;
}
