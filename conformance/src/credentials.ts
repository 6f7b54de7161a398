import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface ExistingUser {
  id: string;
  unique_id: string;
  email?: string;
}

export interface Credentials {
  base_url?: string;
  org_id: string;
  /** Another org of the same partner. */
  other_org_id: string;
  client: { client_id: string; client_secret: string };
  users: ExistingUser[];
}

export interface CredentialsFile extends Credentials {
  sandbox?: Credentials;
}

const filled = { type: 'string', minLength: 1 };
const object = (required: string[], properties: Record<string, object>) => ({
  type: 'object',
  required,
  properties,
});
const user = object(['id', 'unique_id'], { id: filled, unique_id: filled, email: filled });
const environment = {
  org_id: filled,
  other_org_id: filled,
  client: object(['client_id', 'client_secret'], { client_id: filled, client_secret: filled }),
  users: { type: 'array', items: user },
};
const required = Object.keys(environment);
const sandbox = object(required, environment);
const form = object(required, { ...environment, sandbox, base_url: filled });

/** Throws a one-line Error if the file is invalid. */
export function readCredentials(path: string): CredentialsFile {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
  const ajv = new Ajv2020();
  if (!ajv.validate(form, value))
    throw new Error(`${path}: ${ajv.errorsText(ajv.errors, { dataVar: 'it' })}`);
  return value as unknown as CredentialsFile;
}
