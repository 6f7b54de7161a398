import type { Environment } from '../../environment.ts';
import type { App } from '../../http/index.ts';
import { appRoutes, missingRoute } from './app.ts';
import { serveBundle } from './bundle.ts';
import { consoleRoutes } from './console.ts';
import { galleryRoute } from './gallery.ts';

/** The pages that run in the browser: each environment's app and console, and the gallery of what pages are made of. */
export function webFeature(app: App, environments: readonly Environment[]): void {
  const bundle = serveBundle(app);
  galleryRoute(app, bundle);
  missingRoute(app);
  for (const env of environments) {
    appRoutes(app, env, bundle);
    consoleRoutes(app, env, bundle);
  }
}
