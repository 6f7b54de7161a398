import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { DSIG } from '../assertion/elements.ts';
import type { SigningKey } from './certificate.ts';

/** Times are in milliseconds. */
export interface AssertionParts {
  id: string;
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo?: string;
  nameId: string;
  notBefore: number;
  notOnOrAfter: number;
  confirmedUntil: number;
  authnStatement: string;
  attributes: Record<string, string>;
}

export const SHA256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
};
export const SHA1 = { signature: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` };
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

export function validParts(now: number): AssertionParts {
  return {
    id: `_${randomBytes(12).toString('hex')}`,
    issuer: 'https://idp.test/entity',
    audience: 'https://service.test/v1/saml/metadata',
    recipient: 'https://service.test/v1/oauth/token',
    nameId: 'ada',
    notBefore: now - 1_000,
    notOnOrAfter: now + 300_000,
    confirmedUntil: now + 300_000,
    authnStatement: `<saml:AuthnStatement AuthnInstant="${instant(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes: {},
  };
}

export function writeAssertion(parts: AssertionParts, signature = ''): string {
  const attributes = Object.entries(parts.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue xsi:type="xs:string">${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="${parts.id}" Version="2.0" IssueInstant="${instant(parts.notBefore)}"><saml:Issuer>${parts.issuer}</saml:Issuer>${signature}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${parts.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${instant(parts.confirmedUntil)}" Recipient="${parts.recipient}"${parts.inResponseTo ? ` InResponseTo="${parts.inResponseTo}"` : ''}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${instant(parts.notBefore)}" NotOnOrAfter="${instant(parts.notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${parts.authnStatement}${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`;
}

const ASSERTION = "//*[local-name(.)='Assertion']";

export interface SigningOptions {
  methods?: typeof SHA256;
  canonicalisation?: string;
  transforms?: string[];
  keyInfo?: string;
}

export function signAssertion(
  xml: string,
  key: SigningKey,
  { methods = SHA256, canonicalisation = EXCLUSIVE, transforms, keyInfo }: SigningOptions = {},
): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: keyInfo ?? key.certificate,
    signatureAlgorithm: methods.signature,
    canonicalizationAlgorithm: canonicalisation,
  });
  signer.addReference({
    xpath: ASSERTION,
    transforms: transforms ?? [`${DSIG}enveloped-signature`, canonicalisation],
    digestAlgorithm: methods.digest,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${ASSERTION}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
