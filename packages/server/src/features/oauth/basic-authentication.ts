import type { Environment } from '../../environment/environment.ts';
import { readBasicCredentials } from './basic-credentials.ts';
import { createClientAuthentication } from './client.ts';
import { wrongParameter } from './parameters.ts';
import { TokenError } from './token-error.ts';

export type AuthenticateBasic = (header: string | undefined) => Promise<string | undefined>;

export function createBasicAuthentication(env: Environment): AuthenticateBasic {
  const authenticate = createClientAuthentication(env);
  return async (header) => {
    const credentials = readBasicCredentials(header);
    if (!credentials) return undefined;
    const values = new Map([
      ['client_id', credentials.id],
      ['client_secret', credentials.secret],
    ]);
    const optional = (name: string) => values.get(name);
    const required = (name: string) => {
      const value = values.get(name);
      if (value === undefined) throw wrongParameter(name, 'is required');
      return value;
    };
    try {
      return (await authenticate({ optional, required, namedClient: credentials.id })).id;
    } catch (error) {
      if (error instanceof TokenError) return undefined;
      throw error;
    }
  };
}
