import { isFunction, ServiceError } from './errors.ts';
import { versionOf } from './legacy-options.ts';
import { tokenIn } from './token.ts';
import type { InitOptions } from './types.ts';

export interface Settings {
  options: InitOptions;
  clientId: string;
  origin: string;
  /** `root` is the path of the pages, and `base` that of the API. */
  root: string;
  base: string;
  version: 2 | 3 | 4;
  accessToken: string | undefined;
  /** Undefined if only the page supplies tokens. */
  provider: SignInProvider | undefined;
}

export interface SignInProvider {
  [name: string]: string;
}

const CLIENT_ID = /^C[0-9A-Za-z]{22}$/;

/**
 * Throws ServiceError if an option is invalid.
 * @param home the script's address, or undefined if unknown
 */
export function readSettings(
  options: InitOptions & { clientId?: string },
  home: string | undefined,
  tagged?: string,
): Settings {
  const {
    mode,
    clientId = tagged,
    client_id = clientId,
    base_url,
    sdk_version,
    access_token,
  } = options ?? {};
  if (typeof client_id !== 'string' || !CLIENT_ID.test(client_id))
    throw refused('client_id', 'be the id of a registered client: C and 22 letters and digits');
  const name = String(mode).toLowerCase();
  if (name !== 'sandbox' && name !== 'production') throw refused('mode', 'be production or sandbox');
  for (const callback of ['invalid_token', 'error'] as const)
    if (options[callback] && !isFunction(options[callback])) throw refused(callback, 'be a function');
  const root = name === 'sandbox' ? '/sandbox' : '';
  return {
    options,
    clientId: client_id,
    origin: originOf(base_url ?? home),
    root,
    base: `${root}/v1`,
    version: versionOf(sdk_version),
    accessToken: tokenIn(access_token, 'access_token'),
    provider: providerOf(options),
  };
}

const refused = (name: string, words: string) => new ServiceError(`invalid ${name}`, `${name} must ${words}`);

function providerOf(options: InitOptions): SignInProvider | undefined {
  const provider: SignInProvider = {};
  for (const name of ['partner_id', 'org_id', 'idp_id'] as const)
    if (options[name]) provider[name] = String(options[name]);
  return Object.keys(provider).length > 0 ? provider : undefined;
}

function originOf(address: string | undefined): string {
  try {
    const { protocol, origin } = new URL(address ?? '');
    // `new URL('localhost:8400')` has the scheme `localhost:`.
    if (/^https?:$/.test(protocol)) return origin;
  } catch {}
  throw refused('base_url', 'be the https address of the server');
}
