import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { backgroundRoutes } from './background/routes.ts';
import { botAppRoutes } from './bots/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { orgClientRoutes } from './clients/trust.ts';
import { sessionListRoutes } from './sessions/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { tokenListRoutes } from './tokens/routes.ts';
import { usageRoutes } from './usage/routes.ts';

export function adminFeature(app: App, env: Environment): void {
  clientRoutes(app, env);
  orgClientRoutes(app, env);
  botAppRoutes(app, env);
  tokenListRoutes(app, env);
  sessionListRoutes(app, env);
  usageRoutes(app, env);
  backgroundRoutes(app, env);
  setupRoutes(app, env);
}

export { deleteOldReports, storeReports, type WorkReport } from './background/queries.ts';
export { setupPage } from './setup/page-routes.ts';
export { deleteOldUsage, usage } from './usage/count.ts';
export { findLastBackup, type LastBackup, storeLastBackup } from './usage/last-backup.ts';
