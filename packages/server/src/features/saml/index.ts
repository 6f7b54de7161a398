import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { idpRoutes } from './idps/routes.ts';
import { metadataRoute } from './metadata.ts';

export function samlFeature(app: App, env: Environment): void {
  metadataRoute(app, env);
  idpRoutes(app, env);
}

export { MAX_BASE64_LENGTH } from './assertion/base64.ts';
export { AssertionRefused } from './assertion/refusal.ts';
export { loginQuery } from './names.ts';
export { deleteExpiredAssertions } from './people.ts';
export { redeemAssertion } from './redeem.ts';
export {
  findOwnOrg,
  findSignOnProviders,
  listSignOnProviders,
  nameOf as nameOfProvider,
} from './sign-on/providers.ts';
export { deleteExpiredSignOns } from './sign-on/queries.ts';
export { signOnRoutes } from './sign-on/routes.ts';
