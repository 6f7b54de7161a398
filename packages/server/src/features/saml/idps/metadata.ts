import type { Element } from '@xmldom/xmldom';
import { type Because, because, invalid, withDetails } from '../../../errors.ts';
import { parseIsoTime } from '../../../time/iso-time.ts';
import { METADATA_BOUNDS } from '../assertion/bounds.ts';
import { childrenNamed, DSIG } from '../assertion/elements.ts';
import { parseDocument } from '../assertion/read-document.ts';
import { AssertionRefused } from '../assertion/refusal.ts';

export interface DescribedIdp {
  idpId: string;
  /** Base64, not yet validated. */
  certificates: string[];
  ssoUrl: string;
  binding: 'redirect' | 'post';
  requiresSignedRequests: boolean;
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const BINDINGS = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;

/** The signature is not checked, because the metadata comes from an admin. */
export function readIdpMetadata(xml: string, now: number): DescribedIdp {
  const entity = onlyProvider(parse(xml.trim()));
  checkValidity(entity, now);
  const idpId = entity.getAttribute('entityID');
  if (!idpId || idpId.length > 200)
    throw refused(withDetails(because('metadata_wrong'), 'must have an entityID of 1 to 200 characters'));
  const descriptor = rolesOf(entity)[0];
  if (!descriptor)
    throw refused(withDetails(because('metadata_wrong'), 'describes no SAML 2.0 identity provider'));
  checkValidity(descriptor, now);
  const requiresSignedRequests = /^(true|1)$/.test(descriptor.getAttribute('WantAuthnRequestsSigned') ?? '');
  return { idpId, certificates: readKeys(descriptor), ...readService(descriptor), requiresSignedRequests };
}

function parse(xml: string): Element {
  // Published metadata may contain comments, but no DTD.
  if (/<!DOCTYPE/i.test(xml)) throw refused(withDetails(because('metadata_wrong'), 'must not have a DTD'));
  try {
    const root = parseDocument(xml, METADATA_BOUNDS).documentElement;
    if (root) return root;
  } catch (error) {
    if (!(error instanceof AssertionRefused)) throw error;
    throw refused(withDetails(because('metadata_wrong'), error.message));
  }
  throw refused(withDetails(because('metadata_wrong'), 'is not well-formed XML'));
}

function onlyProvider(root: Element): Element {
  if (root.namespaceURI !== METADATA)
    throw refused(withDetails(because('metadata_wrong'), 'is not metadata of SAML 2.0'));
  const entities =
    root.localName === 'EntitiesDescriptor' ? childrenNamed(root, METADATA, 'EntityDescriptor') : [root];
  const [provider, second] = entities.filter((entity) => rolesOf(entity).length > 0);
  if (!provider)
    throw refused(withDetails(because('metadata_wrong'), 'describes no SAML 2.0 identity provider'));
  if (second) throw refused(because('metadata_several'));
  return provider;
}

function rolesOf(entity: Element): Element[] {
  return childrenNamed(entity, METADATA, 'IDPSSODescriptor').filter((role) =>
    (role.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL),
  );
}

function checkValidity(element: Element, now: number): void {
  const until = element.getAttribute('validUntil');
  // XML Schema makes the time zone optional. SAML times are UTC.
  const at = until && (parseIsoTime(until.trim()) ?? parseIsoTime(`${until.trim()}Z`));
  if (until && !(at && at > now)) throw refused(because('metadata_expired', { until: until.slice(0, 40) }));
}

function readKeys(descriptor: Element): string[] {
  const certificates = childrenNamed(descriptor, METADATA, 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(DSIG, 'X509Certificate')))
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ''));
  const distinct = [...new Set(certificates)];
  if (distinct.length === 0) throw refused(because('metadata_no_certificate'));
  if (distinct.length > 4) throw refused(because('metadata_certificates'));
  return distinct;
}

function readService(descriptor: Element): { ssoUrl: string; binding: 'redirect' | 'post' } {
  const services = childrenNamed(descriptor, METADATA, 'SingleSignOnService');
  for (const binding of ['redirect', 'post'] as const) {
    const ssoService = services.find((service) => service.getAttribute('Binding') === BINDINGS[binding]);
    const ssoUrl = ssoService?.getAttribute('Location');
    if (ssoUrl) return { ssoUrl, binding };
  }
  throw refused(
    withDetails(
      because('metadata_wrong'),
      'has no SingleSignOnService with the HTTP-Redirect or the HTTP-POST binding',
    ),
  );
}

function refused(reason: Because) {
  return invalid('metadata', reason);
}
