export interface IdpMetadata {
  idpId: string;
  certificates: readonly string[];
  bindings?: readonly ('HTTP-Redirect' | 'HTTP-POST')[];
}

export function writeIdpMetadata({
  idpId,
  certificates,
  bindings = ['HTTP-POST', 'HTTP-Redirect'],
}: IdpMetadata): string {
  const base64 = certificates.map((pem) => pem.replace(/-----[^-]+-----/g, '').trim());
  const key = (use: string, text: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  const host = new URL(idpId).origin;
  const services = bindings.map(
    (binding) =>
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${host}/sso?a=1"/>`,
  );
  return `<?xml version="1.0"?>
<!-- kept up to date by hand -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idpId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${base64.map((text) => key('signing', text)).join('\n    ')}
    ${key('encryption', 'AAAA')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="${host}/soap"/>
    ${services.join('\n    ')}
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;
}
