import { readFileSync } from 'node:fs';
import { filledText, list, object } from './shape.ts';

/** A user of the credentials file. */
export interface KnownUser {
  id: string;
  unique_id: string;
  email?: string;
}

/** What a run needs to know of one environment: the same fields as in a demo.json. */
export interface Credentials {
  base_url?: string;
  org_id: string;
  /** Another org of the same partner. */
  other_org_id: string;
  client: { client_id: string; client_secret: string };
  /** At least one user with an e-mail address, in `org_id`. */
  users: KnownUser[];
}

/** A credentials file. */
export interface CredentialsFile extends Credentials {
  sandbox?: Credentials;
}

const environment = {
  org_id: filledText,
  other_org_id: filledText,
  client: object({ client_id: filledText, client_secret: filledText }),
  users: list(object({ id: filledText, unique_id: filledText }, { email: filledText })),
};

/** Reads a credentials file. Throws with one line that says what is wrong with it. */
export function readCredentials(path: string): CredentialsFile {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
  const shape = object(environment, { sandbox: object(environment), base_url: filledText });
  const [problem] = shape(value, '');
  if (problem !== undefined) throw new Error(`${path}: ${problem}`);
  return value as CredentialsFile;
}
