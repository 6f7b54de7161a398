import type { CredentialsFile } from './credentials.ts';

export interface Target {
  /** Without an environment's path, with a trailing slash. */
  origin: string;
  sandbox: boolean;
  credentials: CredentialsFile;
  /** The run may consume this token. */
  refreshToken: string | undefined;
  /** Rules and groups; empty means all. */
  only: string[];
}

export function baseOf({ origin, sandbox }: Pick<Target, 'origin' | 'sandbox'>): string {
  return `${origin}${sandbox ? 'sandbox/v1/' : 'v1/'}`;
}
