import type { Document, Element } from '@xmldom/xmldom';
import { childElements, DSIG, onlyChild, requiredAttribute, SAML } from './elements.ts';
import { AssertionRefused } from './refusal.ts';

const ENVELOPED = `${DSIG}enveloped-signature`;
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const CANONICALISATIONS = [EXCLUSIVE_C14N, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'];
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const RSA_SHA1 = `${DSIG}rsa-sha1`;
export const DIGEST_SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA256 = [RSA_SHA256, DIGEST_SHA256] as const;
const SHA1 = [RSA_SHA1, `${DSIG}sha1`] as const;
/**
 * Canonicalisation takes time in proportion to elements times namespaces. With 3,000 namespaces, it took half
 * a second.
 */
const MAX_PREFIXES = 50;
const MAX_ATTRIBUTES = 50;

export interface SignedStructure {
  id: string;
  signature: Element;
}

export function checkStructure(document: Document, allowSha1: boolean): SignedStructure {
  const root = document.documentElement;
  if (root?.namespaceURI !== SAML || root.localName !== 'Assertion')
    throw new AssertionRefused('has another root than a SAML 2.0 Assertion');
  return checkAssertion(root, root, allowSha1);
}

export function checkAssertion(root: Element, assertion: Element, allowSha1: boolean): SignedStructure {
  const id = requiredAttribute(assertion, 'ID');
  if (!/^[A-Za-z_][\w.-]{0,199}$/.test(id)) throw new AssertionRefused('has an invalid ID');
  checkElements(root);
  const signature = onlyChild(assertion, DSIG, 'Signature');
  checkSignature(signature, id, allowSha1);
  return { id, signature };
}

/** A second assertion, a second signature or a repeated id is a sign of an attack. */
function checkElements(root: Element): void {
  const ids = new Set<string>();
  const prefixes = new Set<string>();
  const counts = new Map([
    [`${SAML} Assertion`, 0],
    [`${DSIG} Signature`, 0],
    [`${DSIG} SignedInfo`, 0],
  ]);
  const visit = (element: Element): void => {
    const name = `${element.namespaceURI} ${element.localName}`;
    const count = counts.get(name);
    if (count !== undefined) counts.set(name, count + 1);
    const attributes = Array.from(element.attributes);
    if (attributes.length > MAX_ATTRIBUTES)
      throw new AssertionRefused(`has an element with more than ${MAX_ATTRIBUTES} attributes`);
    for (const attribute of attributes) {
      if (attribute.prefix === 'xmlns') prefixes.add(attribute.name);
      if (prefixes.size > MAX_PREFIXES)
        throw new AssertionRefused(`has more than ${MAX_PREFIXES} namespace prefixes`);
      if (attribute.localName?.toLowerCase() !== 'id') continue;
      if (ids.has(attribute.value)) throw new AssertionRefused('uses an ID twice');
      ids.add(attribute.value);
    }
    for (const child of childElements(element)) visit(child);
  };
  visit(root);
  for (const [name, count] of counts) {
    const [, element] = name.split(' ');
    if (count === 0) throw new AssertionRefused(`has no ${element}`);
    if (count > 1) throw new AssertionRefused(`has ${count} ${element}s, not one`);
  }
}

function checkSignature(signature: Element, id: string, allowSha1: boolean): void {
  expectChildren(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo');
  const info = onlyChild(signature, DSIG, 'SignedInfo');
  expectChildren(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  const reference = onlyChild(info, DSIG, 'Reference');
  expectChildren(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  if (reference.getAttribute('URI') !== `#${id}`)
    throw new AssertionRefused('has a signature that does not refer to the ID of the assertion');

  const methods = [info, reference].map((parent, index) =>
    algorithmOf(onlyChild(parent, DSIG, index === 0 ? 'SignatureMethod' : 'DigestMethod')),
  );
  const usesSha1 = methods.some((method, index) => method === SHA1[index]);
  if (usesSha1 && !allowSha1)
    throw new AssertionRefused('is signed with SHA-1, which this identity provider may not use');
  if (methods.some((method, index) => method !== SHA256[index] && method !== SHA1[index]))
    throw new AssertionRefused('is signed with an algorithm other than RSA with SHA-256');

  const canonicalisation = algorithmOf(onlyChild(info, DSIG, 'CanonicalizationMethod'));
  const [first, second, ...more] = childElements(onlyChild(reference, DSIG, 'Transforms')).map(algorithmOf);
  const isAllowed =
    CANONICALISATIONS.includes(canonicalisation) &&
    first === ENVELOPED &&
    (second === undefined || CANONICALISATIONS.includes(second)) &&
    more.length === 0;
  if (!isAllowed)
    throw new AssertionRefused('has a signature with a transform or canonicalisation that is not allowed');
}

function algorithmOf(element: Element): string {
  return requiredAttribute(element, 'Algorithm');
}

function expectChildren(parent: Element, names: readonly string[], optional?: string): void {
  const children = childElements(parent);
  const expected = optional && children.length > names.length ? [...names, optional] : names;
  const asExpected =
    children.length === expected.length &&
    children.every((child, index) => child.namespaceURI === DSIG && child.localName === expected[index]);
  if (!asExpected)
    throw new AssertionRefused(`has a ${parent.localName} with other parts than ${names.join(', ')}`);
}
