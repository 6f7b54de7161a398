import type { CredentialsFile } from './credentials.ts';

export interface Target {
  /** The server's address without an environment's path, with a trailing slash. */
  origin: string;
  sandbox: boolean;
  credentials: CredentialsFile;
  /** A refresh token that the run may consume. */
  refreshToken: string | undefined;
  /** Rules and groups to check; empty means all. */
  only: string[];
}

export function baseOf({ origin, sandbox }: Pick<Target, 'origin' | 'sandbox'>): string {
  return `${origin}${sandbox ? 'sandbox/v1/' : 'v1/'}`;
}
