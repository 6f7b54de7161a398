import { type Element, XMLSerializer } from '@xmldom/xmldom';
import type { Expected } from './conditions.ts';
import {
  childElements,
  childrenNamed,
  DSIG,
  onlyChild,
  requiredAttribute,
  SAML,
  SAMLP,
  textOf,
} from './elements.ts';
import { parseDocument } from './read-document.ts';
import { AssertionRefused } from './refusal.ts';
import { checkAssertion } from './structure.ts';
import { readSigned, type TrustedSigner, type ValidAssertion } from './validate.ts';

export interface SamlResponse {
  inResponseTo: string;
  /** The status codes, such as `Responder AuthnFailed`. Undefined on success. */
  failure: string | undefined;
  root: Element;
  text: string;
}

export interface ExpectedResponse extends Expected {
  inResponseTo: string;
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const PARTS = [`${SAML} Issuer`, `${DSIG} Signature`, `${SAMLP} Status`, `${SAML} Assertion`];

const ANSWERED =
  /^(?:<\?xml[^<>]{0,100}\?>)?\s{0,100}<[\w.:-]{1,100}\s[^<>]{0,8000}?\bInResponseTo\s?=\s?["']([\w.-]{1,200})["']/;

/** Reads only the first tag, so that unsolicited responses are rejected before parsing. */
export function peekInResponseTo(text: string): string {
  const id = ANSWERED.exec(text)?.[1];
  if (id === undefined) throw new AssertionRefused('answers no request (InResponseTo)');
  return id;
}

export function readResponse(text: string): SamlResponse {
  const root = parseDocument(text).documentElement;
  if (root?.namespaceURI !== SAMLP || root.localName !== 'Response')
    throw new AssertionRefused('has another root than a SAML 2.0 Response');
  if (root.getAttribute('Version') !== '2.0') throw new AssertionRefused('is not of SAML 2.0');
  const inResponseTo = root.getAttribute('InResponseTo');
  if (!inResponseTo) throw new AssertionRefused('answers no request (InResponseTo)');
  return { inResponseTo, failure: readFailure(root), root, text };
}

/** The assertion itself must be signed. Ignores a signature of the whole response. */
export function validateResponse(
  { root, text, inResponseTo }: SamlResponse,
  signer: TrustedSigner,
  expected: ExpectedResponse,
): ValidAssertion {
  const destination = root.getAttribute('Destination');
  if (destination && destination !== expected.recipient)
    throw new AssertionRefused(`is not for the Destination ${expected.recipient}`);
  if (inResponseTo !== expected.inResponseTo)
    throw new AssertionRefused('answers another request (InResponseTo)');
  const [issuer] = childrenNamed(root, SAML, 'Issuer');
  if (issuer && textOf(issuer) !== expected.issuer)
    throw new AssertionRefused('has an Issuer other than the identity provider');
  if (childrenNamed(root, SAML, 'EncryptedAssertion').length > 0)
    throw new AssertionRefused('is encrypted: the provider must sign the assertion and not encrypt it');
  checkParts(root);
  const assertion = onlyChild(root, SAML, 'Assertion');
  const alone = withoutOwnSignature(root) ?? text;
  const structure = checkAssertion(root, assertion, signer.allowSha1);
  return readSigned(alone, structure, signer, expected);
}

function checkParts(root: Element): void {
  let last = -1;
  for (const child of childElements(root)) {
    const index = PARTS.indexOf(`${child.namespaceURI} ${child.localName}`);
    if (index <= last) throw new AssertionRefused(`has an unexpected ${child.localName} in Response`);
    last = index;
  }
}

function withoutOwnSignature(root: Element): string | undefined {
  const [signature] = childrenNamed(root, DSIG, 'Signature');
  if (!signature) return undefined;
  root.removeChild(signature);
  return new XMLSerializer().serializeToString(root);
}

function readFailure(root: Element): string | undefined {
  const codes: string[] = [];
  let element: Element | undefined = onlyChild(onlyChild(root, SAMLP, 'Status'), SAMLP, 'StatusCode');
  if (requiredAttribute(element, 'Value') === SUCCESS) return undefined;
  while (element && codes.length < 3) {
    const value = requiredAttribute(element, 'Value');
    codes.push(/^[\w:.-]{1,200}$/.test(value) ? value.slice(value.lastIndexOf(':') + 1) : 'unknown');
    element = childrenNamed(element, SAMLP, 'StatusCode')[0];
  }
  return codes.join(' ');
}
