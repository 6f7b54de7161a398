import type { Environment } from '../../environment.ts';
import type { App } from '../../http/index.ts';
import { acsOf, audienceOf, recipientOf } from './names.ts';

/** `GET saml/metadata`: what an identity provider has to know of us, as SAML metadata. */
export function metadataRoute(app: App, env: Environment): void {
  app.get('/saml/metadata', { schema: { hide: true }, config: { auth: 'none' } }, async (_request, reply) =>
    reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(describe(env)),
  );
}

/** Answers of people in browsers are posted to us; assertions for a token come by RFC 7522, in the URI binding. */
function describe(env: Environment): string {
  const attribute = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${attribute(audienceOf(env))}">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${attribute(acsOf(env))}"/>
    <AssertionConsumerService index="1" Binding="urn:oasis:names:tc:SAML:2.0:bindings:URI" Location="${attribute(recipientOf(env))}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
