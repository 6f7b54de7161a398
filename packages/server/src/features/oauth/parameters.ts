import type { FastifyRequest } from 'fastify';
import { isStorableText, readFormText } from '../../http/index.ts';
import { decodeFormText, readBasicCredentials } from './basic-credentials.ts';
import { TokenError } from './token-error.ts';

export interface TokenParameters {
  required(name: string, maxLength?: number): string;
  /** Throws `invalid_request` if any parameter is malformed or repeated. */
  optional(name: string, maxLength?: number): string | undefined;
  /** Unverified. Empty if it is malformed. */
  namedClient: string;
}

const MAX_LENGTH = 2_048;

export function wrongParameter(name: string, message: string): TokenError {
  return new TokenError('invalid_request', `${name} ${message}`);
}

/** Older clients send parameters in the query. */
export function readTokenParameters(request: FastifyRequest): TokenParameters {
  const form = readFormText(request.body);
  const query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length);
  const values = new Map<string, string>();
  let problem: TokenError | undefined;
  for (const pair of `${form}&${query}`.split('&').filter(Boolean)) {
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decodeFormText(pair.slice(0, end));
    const value = decodeFormText(pair.slice(end + 1));
    if (name === undefined)
      problem ??= wrongParameter('body', 'has a name that is not percent-encoded UTF-8');
    else if (value === undefined) problem ??= wrongParameter(shortened(name), 'is not percent-encoded UTF-8');
    else if (values.has(name)) problem ??= wrongParameter(shortened(name), 'is given more than once');
    else values.set(name, value);
  }
  problem ??= addClientOf(request, values);

  const optional = (name: string, maxLength = MAX_LENGTH) => {
    if (problem) throw problem;
    const value = values.get(name);
    if (value === undefined || value === '') return undefined;
    if (value.length > maxLength) throw wrongParameter(name, `is longer than ${maxLength} characters`);
    if (!isStorableText(value))
      throw wrongParameter(name, 'must be well-formed Unicode text without NUL characters');
    return value;
  };
  return {
    optional,
    required(name, maxLength) {
      const value = optional(name, maxLength);
      if (value === undefined) throw wrongParameter(name, 'is required');
      return value;
    },
    namedClient: /^C\w{1,30}$/.exec(values.get('client_id') ?? '')?.[0] ?? '',
  };
}

/** Ignores the Authorization header if the form has a secret, because the header may be meant for a proxy. */
function addClientOf(
  { method, headers }: FastifyRequest,
  values: Map<string, string>,
): TokenError | undefined {
  if (method !== 'POST' || values.get('client_secret')) return undefined;
  const credentials = readBasicCredentials(headers.authorization);
  if (credentials === undefined) return undefined;
  if (credentials === null)
    return wrongParameter('Authorization', 'must be Basic with the base64 of client_id:client_secret');
  if ((values.get('client_id') || credentials.id) !== credentials.id)
    return wrongParameter('client_id', 'differs from the one in the Authorization header');
  values.set('client_id', credentials.id).set('client_secret', credentials.secret);
  return undefined;
}

function shortened(name: string): string {
  return name.slice(0, 50);
}
