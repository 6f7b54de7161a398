import { ServiceError } from './errors.ts';

/** As it may stand in an Authorization header. */
const TOKEN = /^[\w.~+/-]+=*$/;

/**
 * The token in what a page passes or returns: its text, or the whole answer of the token endpoint. Undefined for nothing.
 * Throws ServiceError for anything else.
 * @param name the option, or the callback, that it comes by
 */
export function tokenIn(given: unknown, name: 'access_token' | 'invalid_token'): string | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  const answer = given as { access_token?: unknown; error_description?: unknown; error?: unknown };
  const token = typeof given === 'object' ? answer.access_token : given;
  if (typeof token === 'string' && TOKEN.test(token)) return token;
  const reason = answer.error_description ?? answer.error ?? Object.prototype.toString.call(given);
  throw new ServiceError(
    name === 'access_token' ? 'invalid access_token' : name,
    `${name} gave no token, nor the answer of the token endpoint: ${reason}`,
  );
}
