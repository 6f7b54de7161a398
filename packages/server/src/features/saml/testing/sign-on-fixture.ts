import assert from 'node:assert/strict';
import type { TestService, View, Visitor } from '@ringbinder/testkit';
import { createFixture, type OAuthFixture } from '../../oauth/testing/fixture.ts';
import { makeProvider, type TestProvider } from './provider.ts';

export interface SignOnFixture {
  fixture: OAuthFixture;
  provider: TestProvider;
  acs: string;
  login: string;
  ofOrg(): { org_id: string; idp_id: string };
}

export async function createSignOnFixture(service: TestService): Promise<SignOnFixture> {
  const fixture = await createFixture(service);
  const { id: partnerId, orgId } = fixture.partner;
  const provider = makeProvider(service, 'https://idp.test/entity');
  await provider.register({ partnerId, orgId }, { name: 'Test <IdP>' });
  await provider.register({ partnerId, orgId: null });
  return {
    fixture,
    provider,
    acs: `${service.env.baseUrl()}saml/acs`,
    login: `${service.env.basePath}/saml/login`,
    ofOrg: () => ({ org_id: orgId, idp_id: provider.idpId }),
  };
}

let counter = 0;
export const person = () => `person-${++counter}`;

export async function userOf(visitor: Visitor): Promise<string | undefined> {
  const { status, text } = await visitor.get('/account');
  return status === 200 ? /<strong>([^<]*)<\/strong>/.exec(text)?.[1] : undefined;
}

export function assertRefused(view: View, reason: RegExp): void {
  assert.equal(view.status, 403, view.text);
  assert.match(view.text, reason);
  assert.equal(view.headers.get('set-cookie'), null);
}
