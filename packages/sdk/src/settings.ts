import { ServiceError } from './errors.ts';
import { versionOf } from './loose.ts';
import type { InitOptions } from './types.ts';

/** What `init` has settled. */
export interface Settings {
  options: InitOptions;
  clientId: string;
  /** Where the server is, with nothing behind it. */
  origin: string;
  /** What the paths of the environment's pages begin with, and those of its API. */
  root: string;
  base: string;
  version: 2 | 3 | 4;
  accessToken: string | undefined;
  /** The identity provider that signs people in; undefined where tokens come from the page alone. */
  provider: SignInProvider | undefined;
}

/** Whose identity provider, and which: by partner, by org, or by its name. */
export interface SignInProvider {
  [name: string]: string;
}

const CLIENT_ID = /^C[0-9A-Za-z]{22}$/;

/**
 * Reads the options of `init`. Throws ServiceError for those that cannot be.
 * @param home where the script came from; undefined when that is not known
 */
export function readSettings(options: InitOptions, home: string | undefined, clientId?: string): Settings {
  const { mode = '', client_id = clientId, base_url, sdk_version, access_token } = options ?? {};
  if (typeof client_id !== 'string' || !CLIENT_ID.test(client_id)) {
    throw new ServiceError(
      'invalid client_id',
      'client_id must be the id of a registered client: C and 22 letters and digits',
    );
  }
  const isSandbox = String(mode).toLowerCase() === 'sandbox';
  if (!isSandbox && String(mode).toLowerCase() !== 'production')
    throw new ServiceError('invalid mode', 'mode must be production or sandbox');
  const root = isSandbox ? '/sandbox' : '';
  return {
    options,
    clientId: client_id,
    origin: originOf(base_url ?? home),
    root,
    base: `${root}/v1`,
    version: versionOf(sdk_version),
    accessToken: access_token || undefined,
    provider: providerOf(options),
  };
}

function providerOf({ partner_id, org_id, idp_id }: InitOptions): SignInProvider | undefined {
  const named = Object.entries({ partner_id, org_id, idp_id }).filter(([, value]) => value);
  return named.length > 0
    ? Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
    : undefined;
}

function originOf(address: string | undefined): string {
  try {
    return new URL(address ?? '').origin;
  } catch {
    throw new ServiceError(
      'invalid base_url',
      'base_url must be the address of the server, like https://collab.example.com',
    );
  }
}
