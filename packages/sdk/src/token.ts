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
  const token = typeof given === 'object' ? (given as { access_token?: unknown }).access_token : given;
  if (typeof token === 'string' && TOKEN.test(token)) return token;
  throw new ServiceError(
    name === 'access_token' ? 'invalid access_token' : name,
    `${name} gave no token, nor the answer of the token endpoint: ${reasonOf(given)}`,
  );
}

/** Why something failed, as an error, the answer of an endpoint, or anything else that a page throws says it. */
export function reasonOf(given: unknown): string {
  const { error_description, error, message } = Object(given);
  return error_description ?? error ?? message ?? Object.prototype.toString.call(given);
}
