import { deflateRawSync } from 'node:zlib';
import { html, type Page } from '../../../html/index.ts';
import type { ProviderKey } from '../signing/key.ts';

/** What asks a provider to sign somebody on. */
export interface AuthnRequest {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The provider's sso_url. */
  destination: string;
  issuer: string;
  acs: string;
  /** Signs it, for a provider that wants that. */
  key: ProviderKey | undefined;
}

/** Writes the request as XML. It leaves the form of the NameID to what the provider has configured for us. */
function writeAuthnRequest({ id, at, destination, issuer, acs }: AuthnRequest): string {
  return html`<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date(at).toISOString()}" Destination="${destination}" AssertionConsumerServiceURL="${acs}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"><saml:Issuer>${issuer}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`
    .text;
}

/** The address that carries a request by the HTTP-Redirect binding. */
export async function redirectAddress(request: AuthnRequest): Promise<string> {
  const deflated = deflateRawSync(writeAuthnRequest(request)).toString('base64');
  const plain = `SAMLRequest=${encodeURIComponent(deflated)}`;
  // Loaded when first needed: few providers want signed requests.
  const query = request.key ? (await import('../signing/sign.ts')).signQuery(plain, request.key) : plain;
  const url = new URL(request.destination);
  url.hash = '';
  return `${url.href}${url.search === '' ? '?' : '&'}${query}`;
}

/** The page that carries a request by the HTTP-POST binding: it sends itself, or is sent by its button. */
export async function postPage(request: AuthnRequest, providerName: string): Promise<Page> {
  const plain = writeAuthnRequest(request);
  const xml = request.key ? (await import('../signing/sign.ts')).signDocument(plain, request.key) : plain;
  const encoded = Buffer.from(xml).toString('base64');
  return {
    title: `Go on to ${providerName}`,
    // The provider may lead on to other hosts of its own, and a browser applies form-action to those too.
    formTargets: [new URL(request.destination).protocol],
    script: 'document.forms[0].submit()',
    content: html`<header><h1>Go on to ${providerName}</h1><p class="muted">You sign in there, and come back.</p></header>
<form method="post" action="${request.destination}"><input type="hidden" name="SAMLRequest" value="${encoded}">
<button class="button primary wide" type="submit">Continue</button></form>`,
  };
}
