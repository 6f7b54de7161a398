import type { Element } from '@xmldom/xmldom';
import { parseIsoTime } from '../../../time/iso-time.ts';
import { childElements, childrenNamed, onlyChild, requiredAttribute, SAML, textOf } from './elements.ts';
import { AssertionRefused } from './refusal.ts';

export interface Expected {
  issuer: string;
  audience: string;
  recipient: string;
  /** If undefined, the assertion may answer any request or none. */
  inResponseTo?: string;
  now: number;
}

export const SKEW_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const KNOWN_CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/** Returns the assertion's expiry plus SKEW_MS, in milliseconds since 1970. */
export function checkConditions(assertion: Element, expected: Expected): number {
  if (assertion.getAttribute('Version') !== '2.0') throw new AssertionRefused('is not of SAML 2.0');
  if (textOf(onlyChild(assertion, SAML, 'Issuer')) !== expected.issuer)
    throw new AssertionRefused('has an Issuer other than the identity provider');
  const ends = [
    checkValidity(onlyChild(assertion, SAML, 'Conditions'), expected),
    checkConfirmation(onlyChild(assertion, SAML, 'Subject'), expected),
  ];
  const statements = childrenNamed(assertion, SAML, 'AuthnStatement');
  if (statements.length === 0) throw new AssertionRefused('has no AuthnStatement');
  for (const statement of statements) {
    if (statement.hasAttribute('SessionNotOnOrAfter'))
      ends.push(endOf(statement, expected.now, 'SessionNotOnOrAfter'));
  }
  return Math.min(...ends);
}

function checkValidity(conditions: Element, { audience, now }: Expected): number {
  const unknown = childElements(conditions).find(
    (child) => child.namespaceURI !== SAML || !KNOWN_CONDITIONS.includes(child.localName ?? ''),
  );
  if (unknown) throw new AssertionRefused('has an unknown condition');
  checkBegun(conditions, now);
  const restrictions = childrenNamed(conditions, SAML, 'AudienceRestriction');
  if (restrictions.length === 0) throw new AssertionRefused('has no AudienceRestriction');
  for (const restriction of restrictions) {
    const audiences = childrenNamed(restriction, SAML, 'Audience').map(textOf);
    if (!audiences.includes(audience)) throw new AssertionRefused(`is not for the Audience ${audience}`);
  }
  return endOf(conditions, now);
}

function checkConfirmation(subject: Element, { recipient, inResponseTo, now }: Expected): number {
  const bearers = childrenNamed(subject, SAML, 'SubjectConfirmation').filter(
    (confirmation) => confirmation.getAttribute('Method') === BEARER,
  );
  let problem = new AssertionRefused('has no bearer SubjectConfirmation');
  for (const bearer of bearers) {
    try {
      const data = onlyChild(bearer, SAML, 'SubjectConfirmationData');
      if (requiredAttribute(data, 'Recipient') !== recipient)
        throw new AssertionRefused(`is not for the Recipient ${recipient}`);
      if (inResponseTo !== undefined && data.getAttribute('InResponseTo') !== inResponseTo)
        throw new AssertionRefused('answers another request, or none (InResponseTo)');
      if (data.hasAttribute('NotBefore')) checkBegun(data, now);
      return endOf(data, now);
    } catch (error) {
      if (!(error instanceof AssertionRefused)) throw error;
      problem = error;
    }
  }
  throw problem;
}

function checkBegun(element: Element, now: number): void {
  if (now < instantOf(element, 'NotBefore') - SKEW_MS)
    throw new AssertionRefused(`is not valid yet (NotBefore of ${element.localName})`);
}

function endOf(element: Element, now: number, name = 'NotOnOrAfter'): number {
  const end = instantOf(element, name) + SKEW_MS;
  if (now >= end) throw new AssertionRefused(`has expired (${name} of ${element.localName})`);
  return end;
}

function instantOf(element: Element, name: string): number {
  const text = requiredAttribute(element, name);
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? parseIsoTime(text) : undefined;
  if (instant === undefined) throw new AssertionRefused(`has a ${name} that is not a time in UTC`);
  return instant;
}
