import type { CredentialsFile } from './credentials.ts';

export interface Target {
  origin: string;
  sandbox: boolean;
  credentials: CredentialsFile;
  refreshToken: string | undefined;
  only: string[];
}

export function baseOf({ origin, sandbox }: Pick<Target, 'origin' | 'sandbox'>): string {
  return `${origin}${sandbox ? 'sandbox/v1/' : 'v1/'}`;
}
