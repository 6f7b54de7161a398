import type { Environment } from '../../../environment/environment.ts';
import { isStorableText } from '../../../http/index.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { type AuthorizingClient, findAuthorizingClient } from './queries.ts';

/** How the answer goes back: a code in the query, or a token in the hash. */
export type ResponseType = 'code' | 'token';

/** Where an answer goes, errors included: known once client and address have been checked. */
export interface ReturnAddress {
  client: AuthorizingClient;
  redirectUri: string;
  /** As it was sent; null when it was not. */
  sentRedirectUri: string | null;
  state: string | undefined;
  /** In the hash of the address, not in its query. */
  inHash: boolean;
  /** Who answers (RFC 9207): a client of several servers notices when the answer is not of the one it asked. */
  issuer: string;
}

export interface AuthorizationRequest extends ReturnAddress {
  type: ResponseType;
  scope: string;
  challenge: string | null;
  /** The client asks that nobody be shown a page. */
  silent: boolean;
  /** The query of the sign-on with the identity provider that the client names; undefined when it names none. */
  signOn: URLSearchParams | undefined;
}

/** An error that the person sees, because there is nowhere to send it that can be trusted. */
export class ShownError extends Error {}

/** An error that goes back to the client, by the codes of RFC 6749, section 4.1.2.1. */
export class ReturnedError extends Error {
  readonly error: string;
  readonly address: ReturnAddress;
  constructor(address: ReturnAddress, error: string, description: string) {
    super(description);
    this.error = error;
    this.address = address;
  }
}

/**
 * Reads and checks an authorization request, step by step.
 * Throws ShownError until client and redirect address are known to belong together, and ReturnedError from then on.
 */
export async function readAuthorizationRequest(env: Environment, url: string): Promise<AuthorizationRequest> {
  const parameters = readAuthorizeParameters(url);
  const client = await checkClient(env, parameters);
  const address = { ...checkRedirectUri(client, parameters), issuer: env.baseUrl() };
  checkParameters(address, parameters);
  const type = checkResponseType(address, parameters);
  checkResponseMode(address, parameters, type);
  const scope = checkScope(address, parameters);
  const challenge = checkChallenge(address, parameters, type);
  const signOn = readSignOn(address, parameters);
  return { ...address, type, scope, challenge, silent: parameters.get('prompt') === 'none', signOn };
}

async function checkClient(env: Environment, parameters: AuthorizeParameters): Promise<AuthorizingClient> {
  const id = parameters.get('client_id');
  if (id === undefined || parameters.bad.includes('client_id'))
    throw new ShownError('The application did not say which one it is (client_id).');
  const client = await findAuthorizingClient(env.db, id);
  if (!client) throw new ShownError('The application (client_id) is not known here.');
  return client;
}

/**
 * Whether a client has registered an address, letter by letter. A program on the person's own machine listens on whatever
 * port is free, so of a public client's loopback addresses (by number, not by name) any port counts: RFC 8252, section 7.3.
 */
function isRegistered({ redirect_uris, is_public }: AuthorizingClient, redirectUri: string): boolean {
  if (redirect_uris.includes(redirectUri)) return true;
  const sent = is_public ? LOOPBACK.exec(redirectUri) : null;
  if (!sent || Number(sent[2] ?? 80) > 65_535) return false;
  return redirect_uris.some((registered) => {
    const known = LOOPBACK.exec(registered);
    return known !== null && known[1] === sent[1] && known[3] === sent[3];
  });
}

/** Host, port, and the rest. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/;

/** The address must be one that is registered. Left out, it is the registered one if there is one only. */
function checkRedirectUri(
  client: AuthorizingClient,
  parameters: AuthorizeParameters,
): Omit<ReturnAddress, 'issuer'> {
  const sent = parameters.get('redirect_uri');
  if (parameters.bad.includes('redirect_uri'))
    throw new ShownError('The address to return to (redirect_uri) cannot be read.');
  if (sent === undefined && client.redirect_uris.length !== 1)
    throw new ShownError('The application did not say where to return to (redirect_uri).');
  const redirectUri = sent ?? client.redirect_uris[0];
  if (redirectUri === undefined || !isRegistered(client, redirectUri))
    throw new ShownError('The address to return to (redirect_uri) is not registered for the application.');
  return {
    client,
    redirectUri,
    sentRedirectUri: sent ?? null,
    state: parameters.bad.includes('state') ? undefined : parameters.get('state'),
    inHash: isInHash(parameters),
  };
}

/** A client of codes may ask for the hash; a token never goes into the query. */
function isInHash(parameters: AuthorizeParameters): boolean {
  return parameters.get('response_type') === 'token' || parameters.get('response_mode') === 'fragment';
}

function checkParameters(address: ReturnAddress, { bad }: AuthorizeParameters): void {
  const [name] = bad;
  if (name !== undefined)
    throw new ReturnedError(
      address,
      'invalid_request',
      `${name.slice(0, 50)} is given more than once or cannot be read`,
    );
}

export const responseModes: readonly string[] = ['query', 'fragment'];

const grantsOf: Record<ResponseType, string> = { code: 'authorization_code', token: 'implicit' };

function checkResponseType(address: ReturnAddress, parameters: AuthorizeParameters): ResponseType {
  const type = parameters.get('response_type');
  if (type === undefined) throw new ReturnedError(address, 'invalid_request', 'response_type is required');
  if (type !== 'code' && type !== 'token')
    throw new ReturnedError(address, 'unsupported_response_type', 'response_type must be code or token');
  if (!address.client.grants.includes(grantsOf[type]))
    throw new ReturnedError(address, 'unauthorized_client', `the client may not use response_type ${type}`);
  return type;
}

/** How the answer goes back, by OAuth 2.0 Multiple Response Type Encoding Practices. */
function checkResponseMode(
  address: ReturnAddress,
  parameters: AuthorizeParameters,
  type: ResponseType,
): void {
  const mode = parameters.get('response_mode');
  const refuse = (why: string) => new ReturnedError(address, 'invalid_request', why);
  if (mode !== undefined && !responseModes.includes(mode))
    throw refuse(`response_mode must be ${responseModes.join(' or ')}`);
  if (mode === 'query' && type === 'token') throw refuse('response_mode query needs response_type code');
}

function checkScope(address: ReturnAddress, parameters: AuthorizeParameters): string {
  try {
    return grantedScope(address.client.scope, parameters.get('scope'));
  } catch (error) {
    if (error instanceof TokenError) throw new ReturnedError(address, 'invalid_scope', error.message);
    throw error;
  }
}

/** The challenge of PKCE (RFC 7636). `plain`, which is also what a missing method means, proves nothing and is refused. */
function checkChallenge(
  address: ReturnAddress,
  parameters: AuthorizeParameters,
  type: ResponseType,
): string | null {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  const refuse = (why: string) => new ReturnedError(address, 'invalid_request', why);
  if (challenge === undefined && method === undefined) {
    if (address.client.is_public) throw refuse('code_challenge is required of a public client');
    return null;
  }
  if (type === 'token') throw refuse('code_challenge needs response_type code');
  if (method !== 'S256') throw refuse('code_challenge_method must be S256');
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge))
    throw refuse('code_challenge must be 43 characters of base64url');
  return challenge;
}

/** partner_id, or else org_id, says whose identity provider is meant, and idp_id which, as in the browser SDK. */
function readSignOn(address: ReturnAddress, parameters: AuthorizeParameters): URLSearchParams | undefined {
  const { client } = address;
  const partner = parameters.get('partner_id');
  const idp = parameters.get('idp_id');
  const org = parameters.get('org_id') ?? (partner || idp ? client.org_id : null);
  if (partner === undefined && org === null && idp === undefined) return undefined;
  if (partner !== undefined && partner !== client.partner_id)
    throw new ReturnedError(address, 'invalid_request', 'partner_id is not the partner of the client');
  if (client.org_id !== null && org !== client.org_id)
    throw new ReturnedError(address, 'invalid_request', 'org_id is not the org of the client');
  const owner = partner ?? (org === null ? client.partner_id : undefined);
  return new URLSearchParams({
    ...(owner !== undefined && { partner_id: owner }),
    ...(org !== null && { org_id: org }),
    ...(idp !== undefined && { idp_id: idp }),
  });
}

interface AuthorizeParameters {
  /** The value; undefined when it is missing or empty. */
  get(name: string): string | undefined;
  /** The names that were given more than once, or whose value cannot be read: no request may have any. */
  bad: readonly string[];
}

const MAX_VALUE_LENGTH = 2_048;

function readAuthorizeParameters(url: string): AuthorizeParameters {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const names = [...new Set(query.keys())];
  const bad = names.filter((name) => {
    const values = query.getAll(name);
    const [value = ''] = values;
    // What was not UTF-8 has become U+FFFD.
    return (
      values.length > 1 ||
      value.length > MAX_VALUE_LENGTH ||
      !isStorableText(value) ||
      value.includes('\uFFFD')
    );
  });
  return { get: (name) => query.get(name) || undefined, bad };
}
