import { newVisitor, type TestService, type View, type Visitor } from '@ringbinder/testkit';
import { type AssertionParts, signAssertion, validParts, writeAssertion } from './assertion.ts';
import { makeSigningKey, type SigningKey } from './certificate.ts';
import { type ResponseParts, readAuthnRequest, signResponse, writeResponse } from './response.ts';

export interface Answering {
  assertion?: Partial<AssertionParts>;
  response?: Partial<ResponseParts>;
  both?: boolean;
  change?: (xml: string) => string;
}

export interface TestProvider {
  idpId: string;
  key: SigningKey;
  /** A null `orgId` registers the partner's provider. */
  register(
    owner: { partnerId: string; orgId: string | null },
    fields?: Record<string, unknown>,
  ): Promise<void>;
  answer(requestId: string, answering?: Answering): string;
  signOn(visitor: Visitor, query: Record<string, string>, answering?: Answering): Promise<View>;
}

export function makeProvider(service: TestService, idpId: string): TestProvider {
  const { env } = service;
  const key = makeSigningKey();
  const acs = `${env.baseUrl()}saml/acs`;
  const provider: TestProvider = {
    idpId,
    key,
    async register({ partnerId, orgId }, fields = {}) {
      const row = {
        sso_url: `${new URL(idpId).origin}/sso?tenant=1`,
        sso_binding: 'redirect',
        name: '',
        link_by_email: false,
        ...fields,
      };
      await env.db.query(
        `INSERT INTO saml_idps (owner_id, idp_id, partner_id, org_id, certificates, sso_url, sso_binding, name, link_by_email, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)`,
        [
          orgId ?? partnerId,
          idpId,
          partnerId,
          orgId,
          [key.certificate],
          row.sso_url,
          row.sso_binding,
          row.name,
          row.link_by_email,
        ],
      );
    },
    answer(requestId, { assertion, response, both, change = (xml: string) => xml } = {}) {
      const parts = {
        ...validParts(service.clock.now()),
        issuer: idpId,
        audience: `${env.baseUrl()}saml/metadata`,
        recipient: acs,
        inResponseTo: requestId,
        ...assertion,
      };
      const envelope = { inResponseTo: requestId, destination: acs, issuer: idpId, ...response };
      const whole = writeResponse(envelope, signAssertion(writeAssertion(parts), key));
      return Buffer.from(change(both ? signResponse(whole, key) : whole)).toString('base64');
    },
    async signOn(visitor, query, answering) {
      const begun = await visitor.get(`${env.basePath}/saml/login?${new URLSearchParams(query)}`);
      const { id } = readAuthnRequest({ address: begun.location ?? '' });
      return post(visitor, acs, provider.answer(id, answering));
    },
  };
  return provider;
}

export async function post(visitor: Visitor, acs: string, answer: string): Promise<View> {
  // Browsers send no cookies with a form from another site.
  const posted = await newVisitor(acs).post(acs, { SAMLResponse: answer, RelayState: 'whatever' });
  return posted.location === null ? posted : visitor.get(posted.location);
}
