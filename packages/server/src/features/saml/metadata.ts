import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { base64Of } from './idps/certificates.ts';
import { acsOf, audienceOf, recipientOf } from './names.ts';
import { type ProviderKey, providerKey } from './signing/key.ts';

export function metadataRoute(app: App, env: Environment): void {
  app.get('/saml/metadata', { schema: { hide: true }, config: { auth: 'none' } }, async (_request, reply) =>
    reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(describe(env, await providerKey(env))),
  );
}

function describe(env: Environment, { certificate }: ProviderKey): string {
  const attribute = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${attribute(audienceOf(env))}">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAssertionsSigned="true">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64Of(certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${attribute(acsOf(env))}"/>
    <AssertionConsumerService index="1" Binding="urn:oasis:names:tc:SAML:2.0:bindings:URI" Location="${attribute(recipientOf(env))}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
