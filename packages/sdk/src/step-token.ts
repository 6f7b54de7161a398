import { ServiceError } from './errors.ts';
import { flag } from './legacy-options.ts';
import type { CallOptions } from './types.ts';

/** Throws ServiceError if the token is missing, or if the module would open in a window. */
export function withStepToken({ token, access_token: _, ...options }: CallOptions): CallOptions {
  if (!token || !flag(options.iframe, true))
    throw new ServiceError(
      token ? 'invalid iframe' : 'invalid token',
      `transaction needs ${token ? 'iframe' : 'the token of a step link'}`,
    );
  return { ...options, iframe: true, access_token: token };
}
