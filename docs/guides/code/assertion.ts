/** Creates and signs assertions, like an identity provider. */
import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

/** Subject, audience and issuer of an assertion. */
export interface Statement {
  /** Entity id of the provider. */
  issuer: string;
  /** Entity id of Ringbinder. */
  audience: string;
  /** The address that receives the assertion. */
  recipient: string;
  /** The ID of the request; empty for the token endpoint. */
  inResponseTo?: string;
  /** The permanent id of the user. */
  nameId: string;
  email: string;
  firstName: string;
  lastName: string;
}

const SAML = 'urn:oasis:names:tc:SAML:2.0';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const attribute = (name: string, value: string) =>
  `<Attribute Name="${name}"><AttributeValue>${value}</AttributeValue></Attribute>`;

/** Returns a signed assertion as XML. The caller must escape all values for XML. */
export function signedAssertion(statement: Statement, privateKey: string): string {
  const answers = statement.inResponseTo ? ` InResponseTo="${statement.inResponseTo}"` : '';
  const xml = `<Assertion xmlns="${SAML}:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${inMinutes(0)}">
  <Issuer>${statement.issuer}</Issuer>
  <Subject>
    <NameID Format="${SAML}:nameid-format:persistent">${statement.nameId}</NameID>
    <SubjectConfirmation Method="${SAML}:cm:bearer">
      <SubjectConfirmationData Recipient="${statement.recipient}" NotOnOrAfter="${inMinutes(5)}"${answers}/>
    </SubjectConfirmation>
  </Subject>
  <Conditions NotBefore="${inMinutes(-1)}" NotOnOrAfter="${inMinutes(5)}">
    <AudienceRestriction><Audience>${statement.audience}</Audience></AudienceRestriction>
  </Conditions>
  <AuthnStatement AuthnInstant="${inMinutes(-1)}">
    <AuthnContext><AuthnContextClassRef>${SAML}:ac:classes:Password</AuthnContextClassRef></AuthnContext>
  </AuthnStatement>
  <AttributeStatement>
    ${attribute('mail', statement.email)}${attribute('givenName', statement.firstName)}${attribute('sn', statement.lastName)}
  </AttributeStatement>
</Assertion>`;
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: C14N,
  });
  signer.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', C14N],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml, {
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}
