import type { CredentialsFile } from './credentials.ts';

export interface Target {
  /** Address without the environment's path. */
  origin: string;
  sandbox: boolean;
  credentials: CredentialsFile;
  refreshToken: string | undefined;
  /** Empty for all rules. */
  only: string[];
}

export function baseOf({ origin, sandbox }: Pick<Target, 'origin' | 'sandbox'>): string {
  return `${origin}${sandbox ? 'sandbox/v1/' : 'v1/'}`;
}
