import type { Document, Element, Node } from '@xmldom/xmldom';
import { AssertionRefused } from './refusal.ts';

export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

const ELEMENT = 1;
const TEXT = 3;

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}

export function childElements(parent: Element | Document): Element[] {
  return Array.from(parent.childNodes).filter(isElement);
}

export function childrenNamed(parent: Element, namespace: string, name: string): Element[] {
  return childElements(parent).filter(
    (child) => child.namespaceURI === namespace && child.localName === name,
  );
}

export function onlyChild(parent: Element, namespace: string, name: string): Element {
  const [child, second] = childrenNamed(parent, namespace, name);
  if (!child) throw new AssertionRefused(`has no ${name} in ${parent.localName}`);
  if (second) throw new AssertionRefused(`has more than one ${name} in ${parent.localName}`);
  return child;
}

export function requiredAttribute(element: Element, name: string): string {
  const value = element.getAttribute(name);
  if (!value) throw new AssertionRefused(`has a ${element.localName} without ${name}`);
  return value;
}

export function textOf(element: Element): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some((node) => node.nodeType !== TEXT))
    throw new AssertionRefused(`has something other than text in ${element.localName}`);
  return nodes.map((node) => node.nodeValue ?? '').join('');
}
