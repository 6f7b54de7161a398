/**
 * Plays a company's identity provider. It has one user, whom it signs in without a password. IDP is its address, KEY_FILE
 * and CERTIFICATE are its key.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { signedAssertion } from './assertion.ts';

const { IDP = '', KEY_FILE = '', CERTIFICATE = '' } = process.env;
const entityId = `${IDP}/metadata`;
const SAML = 'urn:oasis:names:tc:SAML:2.0';

const metadata = `<EntityDescriptor xmlns="${SAML}:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="${SAML}:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${CERTIFICATE}</X509Certificate>
    </X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="${SAML}:bindings:HTTP-Redirect" Location="${IDP}/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;

/** Responds to a request with a page that posts the assertion back. */
function signOn(encoded: string): string {
  const request = inflateRawSync(Buffer.from(encoded, 'base64')).toString();
  const read = (pattern: RegExp) => pattern.exec(request)?.[1] ?? '';
  const id = read(/ ID="([\w-]+)"/);
  const recipient = read(/AssertionConsumerServiceURL="([^"]*)"/);
  const audience = read(/<saml:Issuer>([^<]*)</);
  const person = {
    nameId: 'employee-42',
    email: 'marie@example.com',
    firstName: 'Marie',
    lastName: 'Curie',
  };
  const assertion = signedAssertion(
    { issuer: entityId, audience, recipient, inResponseTo: id, ...person },
    readFileSync(KEY_FILE, 'utf8'),
  );
  const response = `<Response xmlns="${SAML}:protocol" ID="${id}-answer" Version="2.0" IssueInstant="${new Date().toISOString()}" InResponseTo="${id}" Destination="${recipient}"><Status><StatusCode Value="${SAML}:status:Success"/></Status>${assertion}</Response>`;
  return `<form method="post" action="${recipient}">
<input type="hidden" name="SAMLResponse" value="${Buffer.from(response).toString('base64')}">
</form><script>document.forms[0].submit()</script>`;
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', IDP);
  if (pathname === '/metadata') {
    response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata);
  } else if (pathname === '/sso') {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(signOn(searchParams.get('SAMLRequest') ?? ''));
  } else response.writeHead(404).end();
}).listen(Number(new URL(IDP).port), '127.0.0.1');
