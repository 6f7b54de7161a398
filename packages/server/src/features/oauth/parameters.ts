import type { FastifyRequest } from 'fastify';
import { isStorableText } from '../../http/index.ts';
import { TokenError } from './token-error.ts';

/** The parameters of a token call. */
export interface TokenParameters {
  /** A parameter that must be there. Throws invalid_request naming it. */
  required(name: string, maxLength?: number): string;
  /** A parameter that may be missing; an empty one counts as missing. */
  optional(name: string, maxLength?: number): string | undefined;
}

const LONGEST = 2_048;

/** Refuses a token call whose parameter is wrong. */
export function wrongParameter(name: string, message: string): TokenError {
  return new TokenError('invalid_request', `${name} ${message}`);
}

/**
 * Reads the parameters of a token call from its form, and from its query too (older clients send them there).
 * Throws invalid_request for a parameter given twice, wherever.
 */
export function readTokenParameters(request: FastifyRequest): TokenParameters {
  const values = new Map<string, string>();
  const add = (name: string, value: string) => {
    if (values.has(name)) throw wrongParameter(name, 'is given more than once');
    values.set(name, value);
  };
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  for (const [name, value] of form) add(name, value);
  for (const [name, value] of query) add(name, value);

  const optional = (name: string, maxLength = LONGEST) => {
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
  };
}
