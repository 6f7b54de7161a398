import { deflateRawSync } from 'node:zlib';
import { html, type Page, type Words } from '../../../html/index.ts';
import type { ProviderKey } from '../signing/key.ts';

export interface AuthnRequest {
  id: string;
  at: number;
  destination: string;
  issuer: string;
  acs: string;
  key: ProviderKey | undefined;
}

function writeAuthnRequest({ id, at, destination, issuer, acs }: AuthnRequest): string {
  return html`<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date(at).toISOString()}" Destination="${destination}" AssertionConsumerServiceURL="${acs}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"><saml:Issuer>${issuer}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`
    .text;
}

export async function redirectAddress(request: AuthnRequest): Promise<string> {
  const deflated = deflateRawSync(writeAuthnRequest(request)).toString('base64');
  const plain = `SAMLRequest=${encodeURIComponent(deflated)}`;
  const query = request.key ? (await import('../signing/sign.ts')).signQuery(plain, request.key) : plain;
  const url = new URL(request.destination);
  url.hash = '';
  return `${url.href}${url.search === '' ? '?' : '&'}${query}`;
}

export async function postPage(
  { tag, text }: Words,
  request: AuthnRequest,
  providerName: string,
): Promise<Page> {
  const plain = writeAuthnRequest(request);
  const xml = request.key ? (await import('../signing/sign.ts')).signDocument(plain, request.key) : plain;
  const encoded = Buffer.from(xml).toString('base64');
  return {
    title: text('page.provider_title', { name: providerName }),
    language: tag,
    // Browsers apply `form-action` to redirects, and the provider may use several hosts.
    formTargets: [new URL(request.destination).protocol],
    script: 'document.forms[0].submit()',
    content: html`<header><h1>${text('page.provider_title', { name: providerName })}</h1><p class="muted">${text('page.provider_return')}</p></header>
<form method="post" action="${request.destination}"><input type="hidden" name="SAMLRequest" value="${encoded}">
<button class="button primary wide" type="submit">${text('page.continue')}</button></form>`,
  };
}
