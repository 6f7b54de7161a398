import type { Environment } from '../../../environment/environment.ts';
import type { Client } from '../client.ts';
import type { TokenParameters } from '../parameters.ts';
import type { TokenAnswer } from '../tokens/issue.ts';

export interface GrantCall {
  env: Environment;
  client: Client;
  parameters: TokenParameters;
  address: string;
}

export type Grant = (call: GrantCall) => Promise<TokenAnswer>;
