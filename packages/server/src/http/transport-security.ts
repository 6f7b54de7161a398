import type { App } from './types.ts';

const YEAR_SECONDS = 31_536_000;

/** Without `includeSubDomains`, because subdomains may belong to other services. */
export function requireTransportSecurity(app: App, publicUrl: string): void {
  if (!publicUrl.startsWith('https:')) return;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  });
}
