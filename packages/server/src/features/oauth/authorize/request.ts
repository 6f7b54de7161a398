import type { Environment } from '../../../environment/environment.ts';
import { isStorableText } from '../../../http/index.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { type AuthorizingClient, findAuthorizingClient } from './queries.ts';

export type ResponseType = 'code' | 'token';

export interface ReturnAddress {
  client: AuthorizingClient;
  redirectUri: string;
  sentRedirectUri: string | null;
  state: string | undefined;
  inHash: boolean;
  /** Sent as `iss` (RFC 9207). */
  issuer: string;
}

export interface AuthorizationRequest extends ReturnAddress {
  type: ResponseType;
  scope: string;
  challenge: string | null;
  silent: boolean;
  signOn: URLSearchParams | undefined;
}

export class DisplayedError extends Error {}

export class ReturnedError extends Error {
  readonly error: string;
  readonly address: ReturnAddress;
  constructor(address: ReturnAddress, error: string, description: string) {
    super(description);
    this.error = error;
    this.address = address;
  }
}

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
  if (id === undefined || parameters.malformed.includes('client_id'))
    throw new DisplayedError('The application did not send its client_id.');
  const client = await findAuthorizingClient(env.db, id);
  if (!client) throw new DisplayedError('The application is unknown (client_id).');
  return client;
}

/** The port of a public client's loopback address may differ (RFC 8252, section 7.3). */
function isRegistered({ redirect_uris, is_public }: AuthorizingClient, redirectUri: string): boolean {
  if (redirect_uris.includes(redirectUri)) return true;
  const sent = is_public ? LOOPBACK.exec(redirectUri) : null;
  if (!sent || Number(sent[2] ?? 80) > 65_535) return false;
  return redirect_uris.some((registered) => {
    const registeredParts = LOOPBACK.exec(registered);
    return registeredParts !== null && registeredParts[1] === sent[1] && registeredParts[3] === sent[3];
  });
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/;

function checkRedirectUri(
  client: AuthorizingClient,
  parameters: AuthorizeParameters,
): Omit<ReturnAddress, 'issuer'> {
  const sent = parameters.get('redirect_uri');
  if (parameters.malformed.includes('redirect_uri'))
    throw new DisplayedError('The return address (redirect_uri) is not valid.');
  if (sent === undefined && client.redirect_uris.length !== 1)
    throw new DisplayedError('The application did not send a return address (redirect_uri).');
  const redirectUri = sent ?? client.redirect_uris[0];
  if (redirectUri === undefined || !isRegistered(client, redirectUri))
    throw new DisplayedError('The return address (redirect_uri) is not registered for the application.');
  return {
    client,
    redirectUri,
    sentRedirectUri: sent ?? null,
    state: parameters.malformed.includes('state') ? undefined : parameters.get('state'),
    inHash: isInHash(parameters),
  };
}

function isInHash(parameters: AuthorizeParameters): boolean {
  return parameters.get('response_type') === 'token' || parameters.get('response_mode') === 'fragment';
}

function checkParameters(address: ReturnAddress, { malformed }: AuthorizeParameters): void {
  const [name] = malformed;
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

/** Implements OAuth 2.0 Multiple Response Type Encoding Practices. */
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

/** Rejects RFC 7636's default method `plain`, because its challenge is the verifier itself. */
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

/** Returns the query for `/saml/login`. */
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
  get(name: string): string | undefined;
  malformed: readonly string[];
}

const MAX_VALUE_LENGTH = 2_048;

function readAuthorizeParameters(url: string): AuthorizeParameters {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const names = [...new Set(query.keys())];
  const malformed = names.filter((name) => {
    const values = query.getAll(name);
    const [value = ''] = values;
    // The decoder has replaced invalid UTF-8 with U+FFFD.
    return (
      values.length > 1 ||
      value.length > MAX_VALUE_LENGTH ||
      !isStorableText(value) ||
      value.includes('\uFFFD')
    );
  });
  return { get: (name) => query.get(name) || undefined, malformed };
}
