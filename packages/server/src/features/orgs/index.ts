import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { orgRoutes } from './routes.ts';
import { orgUserRoutes } from './user-routes.ts';

export function orgsFeature(app: App, env: Environment): void {
  orgRoutes(app, env);
  orgUserRoutes(app, env);
}

export { insertOrg } from './queries.ts';
export { countBinders, countBytes } from './quota-queries.ts';
export { checkBinders, checkBytes } from './quotas.ts';
export { findOrgUser, findOrgUserForUpdate } from './user-queries.ts';
