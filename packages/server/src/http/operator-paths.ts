import type { App } from './types.ts';

const PATHS = new Set(['/healthz', '/readyz', '/metrics']);

export const isOperatorPath = (url: string): boolean => PATHS.has(url.split('?', 1)[0] ?? '');

/** Pages of other origins must not read operator endpoints. */
export function removeOperatorCors(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isOperatorPath(request.url)) return;
    for (const name of Object.keys(reply.getHeaders()))
      if (name.startsWith('access-control-')) reply.removeHeader(name);
  });
}
