import type { App } from './types.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Has browsers come by https only (RFC 6797), where the public address is https. Not for subdomains, which are not ours to
 * speak for.
 */
export function requireTransportSecurity(app: App, publicUrl: string): void {
  if (!publicUrl.startsWith('https:')) return;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  });
}
