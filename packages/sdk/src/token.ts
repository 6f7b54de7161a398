import { ServiceError } from './errors.ts';

const TOKEN = /^[\w.~+/-]+=*$/;

/**
 * Returns the token, or undefined for an empty value. Throws ServiceError unless it is a string or the token
 * endpoint's response.
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

export function reasonOf(given: unknown): string {
  const { error_description, error, message } = Object(given);
  return error_description ?? error ?? message ?? Object.prototype.toString.call(given);
}
