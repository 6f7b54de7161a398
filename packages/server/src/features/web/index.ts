import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { appRoutes } from './app.ts';
import { appManifestRoutes } from './app-manifest.ts';
import { serveBundle } from './bundle.ts';
import { consoleRoutes } from './console.ts';
import { embedRoutes } from './embed.ts';
import { embedDoctorRoutes } from './embed-doctor.ts';
import { missingRoute } from './missing.ts';
import { playgroundRoutes } from './playground.ts';
import { sdkRoutes } from './sdk.ts';
import { segmentationRoutes } from './segmentation.ts';
import { serviceWorkerRoutes } from './service-worker.ts';

export function webFeature(app: App, environments: readonly Environment[]): void {
  const bundle = serveBundle(app, environments);
  sdkRoutes(app);
  segmentationRoutes(app);
  missingRoute(app, environments);
  for (const env of environments) {
    appRoutes(app, env, bundle);
    appManifestRoutes(app, env);
    if (bundle) serviceWorkerRoutes(app, env, bundle);
    consoleRoutes(app, env, bundle);
    embedRoutes(app, env, bundle);
    playgroundRoutes(app, env, bundle);
    embedDoctorRoutes(app, env, bundle !== undefined);
  }
}
