import type { CredentialsFile } from './credentials.ts';

/** What to run against. */
export interface Target {
  /** The address of the server without a path of an environment, with the slash at its end. */
  origin: string;
  sandbox: boolean;
  credentials: CredentialsFile;
  /** A refresh token to spend. */
  refreshToken: string | undefined;
  /** Rules and groups to check; empty means all. */
  only: string[];
}

/** The base address of an environment. */
export function baseOf({ origin, sandbox }: Pick<Target, 'origin' | 'sandbox'>): string {
  return `${origin}${sandbox ? 'sandbox/v1/' : 'v1/'}`;
}
