import { invalid } from '../errors.ts';
import type { App } from './types.ts';

/**
 * Refuses a path that ends in a slash where an id could follow for the same method: `GET /{binder_id}/transactions/` is a
 * call for one transaction whose id is empty, and must not answer with all of them. Where none can, the slash means
 * nothing (the router ignores it). To be called before any route is made.
 */
export function refuseMissingIds(app: App): void {
  /** By method and path: the parameter that could follow. */
  const following = new Map<string, string>();
  app.addHook('onRoute', ({ method, url }) => {
    const [, base, name] = /^(.*)\/:([a-z_]+)$/.exec(url) ?? [];
    if (base === undefined || name === undefined) return;
    for (const each of [method].flat()) following.set(`${each} ${base}`, name);
  });
  app.addHook('onRequest', async (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!path.endsWith('/')) return;
    const { url } = request.routeOptions;
    const name = following.get(`${request.method} ${url?.replace(/\/$/, '')}`);
    if (name !== undefined) throw invalid(name, 'is missing: the path ends with a slash');
  });
}
