import { ServiceError } from './errors.ts';

/** Characters that are valid in an Authorization header. */
const TOKEN = /^[\w.~+/-]+=*$/;

/**
 * Extracts a token from a value that the page supplied: a string, or the token endpoint's response. Returns undefined
 * for an empty value. Throws ServiceError for any other value.
 * @param name the option or callback that supplied the value
 */
export function tokenIn(given: unknown, name: 'access_token' | 'invalid_token'): string | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  const token = typeof given === 'object' ? (given as { access_token?: unknown }).access_token : given;
  if (typeof token === 'string' && TOKEN.test(token)) return token;
  throw new ServiceError(
    name === 'access_token' ? 'invalid access_token' : name,
    `${name} returned neither a token nor a token response: ${reasonOf(given)}`,
  );
}

/** Returns the message of an error, of an endpoint's error response, or of any other thrown value. */
export function reasonOf(given: unknown): string {
  const { error_description, error, message } = Object(given);
  return error_description ?? error ?? message ?? Object.prototype.toString.call(given);
}
