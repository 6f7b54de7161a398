import type { Environment } from '../../environment/environment.ts';
import { signedId } from '../../http/index.ts';

/** Next to the API path of the environment, not below it. */
export function unsubscribePath({ basePath }: Pick<Environment, 'basePath'>): string {
  return `${basePath.replace(/\/v1$/, '')}/unsubscribe`;
}

/** The address that ends mails to the person without a sign-in. The token is a parameter, because these are not logged. */
export function unsubscribeUrl(env: Environment, userId: string): string {
  return `${new URL(env.baseUrl()).origin}${unsubscribePath(env)}?token=${signedId(env, 'end of mails', userId)}`;
}
