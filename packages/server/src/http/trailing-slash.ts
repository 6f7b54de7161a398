import { invalid } from '../errors.ts';
import type { App } from './types.ts';

/**
 * `GET /{binder_id}/transactions/` lacks an id and must not list all transactions. Call this function before
 * any route is registered.
 */
export function refuseMissingIds(app: App): void {
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
