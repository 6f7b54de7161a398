import { makeProvider, type TestProvider } from '@ringbinder/server/features/saml/testing/provider.ts';
import { readAuthnRequest } from '@ringbinder/server/features/saml/testing/response.ts';
import type { TestService } from '@ringbinder/testkit';
import type { Serve } from './embed.ts';

export async function startProvider(
  serve: Serve,
  service: TestService,
): Promise<{ provider: TestProvider; origin: string }> {
  const origin = await serve((request, response) => {
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
  const provider = makeProvider(service, `${origin}/entity`);
  return { provider, origin };
}
