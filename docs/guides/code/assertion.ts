/** What an identity provider does: says who somebody is, and signs it. */
import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

/** Who it is, for whom the assertion is made, and by whom. */
export interface Statement {
  /** Entity id of the provider. */
  issuer: string;
  /** Entity id of Ringbinder. */
  audience: string;
  /** Where the assertion is handed in. */
  recipient: string;
  /** The ID of the request that it answers; empty for the token endpoint. */
  inResponseTo?: string;
  /** How the person is known, now and later. */
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

/** Gives a signed assertion as XML. What is put into it must have been escaped for XML. */
export function signedAssertion(said: Statement, privateKey: string): string {
  const answers = said.inResponseTo ? ` InResponseTo="${said.inResponseTo}"` : '';
  const xml = `<Assertion xmlns="${SAML}:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${inMinutes(0)}">
  <Issuer>${said.issuer}</Issuer>
  <Subject>
    <NameID Format="${SAML}:nameid-format:persistent">${said.nameId}</NameID>
    <SubjectConfirmation Method="${SAML}:cm:bearer">
      <SubjectConfirmationData Recipient="${said.recipient}" NotOnOrAfter="${inMinutes(5)}"${answers}/>
    </SubjectConfirmation>
  </Subject>
  <Conditions NotBefore="${inMinutes(-1)}" NotOnOrAfter="${inMinutes(5)}">
    <AudienceRestriction><Audience>${said.audience}</Audience></AudienceRestriction>
  </Conditions>
  <AuthnStatement AuthnInstant="${inMinutes(-1)}">
    <AuthnContext><AuthnContextClassRef>${SAML}:ac:classes:Password</AuthnContextClassRef></AuthnContext>
  </AuthnStatement>
  <AttributeStatement>
    ${attribute('mail', said.email)}${attribute('givenName', said.firstName)}${attribute('sn', said.lastName)}
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
