import { ServiceError } from './errors.ts';
import { flag } from './legacy-options.ts';
import type { CallOptions } from './types.ts';

/** Throws ServiceError if the token is missing, or if the module would open in a window. */
export function withStepToken({ token, access_token: _, ...options }: CallOptions): CallOptions {
  if (!token) throw new ServiceError('invalid token', 'transaction needs the token of a step link');
  if (!flag(options.iframe, true))
    throw new ServiceError(
      'invalid iframe',
      'transaction opens only in a frame: set tagid4iframe, and iframe to true',
    );
  return { ...options, iframe: true, access_token: token };
}
