import type { App } from './types.ts';

/** What operators and load balancers ask for, and pages of other sites have no business with. */
const PATHS = new Set(['/healthz', '/readyz', '/metrics']);

/** Keeps pages of other origins from reading what is for operators: there, no answer carries a header of CORS. */
export function removeOperatorCors(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    if (!PATHS.has(request.url.split('?', 1)[0] ?? '')) return;
    for (const name of Object.keys(reply.getHeaders()))
      if (name.startsWith('access-control-')) reply.removeHeader(name);
  });
}
