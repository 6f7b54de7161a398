import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from '../../environment/environment.ts';
import { appDesignPaths, historyStylesheetPath, meetStylesheetPath } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { pageRoot } from '../oauth/index.ts';
import type { Bundle } from './bundle.ts';
import { connectSources } from './connect-sources.ts';
import { appScripts } from './manifest.ts';
import { type AppPage, documentOf, headersOf } from './page.ts';

const built = new URL('../../../../web/dist/service-worker.js', import.meta.url);

/** The shell contains no personal data, because browsers store it. */
export function serviceWorkerRoutes(app: App, env: Environment, bundle: Bundle): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const shell: AppPage = {
    title: 'Binders',
    boot: {
      page: 'offline',
      base: env.basePath,
      root,
      environment: env.name,
      meet_styles: meetStylesheetPath,
      history_styles: historyStylesheetPath,
    },
    connectsTo: connectSources(env.config),
  };
  const { text } = documentOf(bundle, shell);
  const headers = headersOf(shell);
  const revision = createHash('sha256')
    .update(text)
    .update(JSON.stringify(headers))
    .digest('hex')
    .slice(0, 16);
  const assets = [...appScripts(), ...appDesignPaths];
  const list = [{ url: `${root}/offline`, revision }, ...assets.map((url) => ({ url, revision: null }))];
  const script = readFileSync(built, 'utf8').replace('self.__WB_MANIFEST', () => JSON.stringify(list));

  app.get(`${root}/offline`, open, async (_request, reply) =>
    reply.headers(headers).header('cache-control', 'no-cache').send(text),
  );
  app.get(`${root}/service-worker.js`, open, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // A cached worker would delay updates.
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(script),
  );
}
