import { visibleName } from '@ringbinder/protocol/visible-name.ts';
import type { Element } from '@xmldom/xmldom';
import { childrenNamed, onlyChild, SAML, textOf } from './elements.ts';
import { AssertionRefused } from './refusal.ts';

/** Missing fields are empty strings. */
export interface Subject {
  nameId: string;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MAX_NAME_ID_LENGTH = 255;
const MAX_NAME_LENGTH = 100;

const ATTRIBUTES = {
  email: ['mail', 'email', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`],
  firstName: ['givenname', 'firstname', 'first_name', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`],
  lastName: ['sn', 'surname', 'lastname', 'last_name', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`],
  displayName: ['displayname', 'urn:oid:2.16.840.1.113730.3.1.241', `${CLAIMS}/name`],
} as const;

export function readSubject(assertion: Element): Subject {
  const element = onlyChild(onlyChild(assertion, SAML, 'Subject'), SAML, 'NameID');
  const nameId = textOf(element);
  if (nameId.trim() !== nameId || nameId === '' || nameId.length > MAX_NAME_ID_LENGTH)
    throw new AssertionRefused(
      `has a NameID that is empty, padded or longer than ${MAX_NAME_ID_LENGTH} characters`,
    );
  if (element.getAttribute('Format') === TRANSIENT)
    throw new AssertionRefused('has a transient NameID: a persistent one is required');
  const values = readAttributes(assertion);
  const find = (names: readonly string[]) =>
    names.map((name) => values.get(name.toLowerCase()) ?? '').find((value) => value !== '') ?? '';
  const email = find(ATTRIBUTES.email);
  return {
    nameId,
    email: /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email) ? email : '',
    firstName: visibleName(find(ATTRIBUTES.firstName).slice(0, MAX_NAME_LENGTH)),
    lastName: visibleName(find(ATTRIBUTES.lastName).slice(0, MAX_NAME_LENGTH)),
    displayName: visibleName(find(ATTRIBUTES.displayName).slice(0, MAX_NAME_LENGTH)),
  };
}

function readAttributes(assertion: Element): Map<string, string> {
  const values = new Map<string, string>();
  for (const statement of childrenNamed(assertion, SAML, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, SAML, 'Attribute')) {
      const [value] = childrenNamed(attribute, SAML, 'AttributeValue');
      const name = (attribute.getAttribute('Name') ?? '').toLowerCase();
      const isText = value && Array.from(value.childNodes).every((node) => node.nodeType === 3);
      if (isText && !values.has(name)) values.set(name, textOf(value).trim());
    }
  }
  return values;
}
