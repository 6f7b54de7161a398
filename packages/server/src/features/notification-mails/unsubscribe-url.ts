import type { Environment } from '../../environment/environment.ts';
import { signedId } from '../../http/index.ts';

export function unsubscribePath({ basePath }: Pick<Environment, 'basePath'>): string {
  return `${basePath.replace(/\/v1$/, '')}/unsubscribe`;
}

/** The token is a query parameter, because logs omit query strings. */
export function unsubscribeUrl(env: Environment, userId: string): string {
  return `${new URL(env.baseUrl()).origin}${unsubscribePath(env)}?token=${signedId(env, 'end of mails', userId)}`;
}
