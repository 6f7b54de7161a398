import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { TestService } from '@ringbinder/testkit';
import { makeProvider, type TestProvider } from '../../saml/testing/provider.ts';
import { readAuthnRequest } from '../../saml/testing/response.ts';

/**
 * Starts an identity provider on a site of its own, which asks for a button to be pressed: `Sign in as Grace`, or
 * `Refuse`. At `/isolated-sso` it cuts itself off from who opened it. Closed after the last test of the file.
 */
export async function startProvider(
  service: TestService,
): Promise<{ provider: TestProvider; origin: string }> {
  const site = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'text/html');
    if (url.pathname === '/isolated-sso') response.setHeader('cross-origin-opener-policy', 'same-origin');
    if (!url.pathname.endsWith('sso')) return response.end('<title>Provider</title>');
    const { id, acs } = readAuthnRequest({ address: url.href });
    const form = (label: string, answer: string) =>
      `<form method="post" action="${acs}"><button name="SAMLResponse" value="${answer}">${label}</button></form>`;
    const granted = provider.answer(id, { assertion: { nameId: 'grace' } });
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
    const denied = provider.answer(id, { response: { status } });
    return response.end(
      `<!doctype html><title>Provider</title>${form('Sign in as Grace', granted)}${form('Refuse', denied)}`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  after(() => {
    site.closeAllConnections();
    site.close();
  });
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  const provider = makeProvider(service, `${origin}/entity`);
  return { provider, origin };
}
