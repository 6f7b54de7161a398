import { ServiceError } from './errors.ts';
import { flag } from './legacy-options.ts';
import type { CallOptions } from './types.ts';

/**
 * Options of `transaction`: the link's token replaces an access token, and an approval never gets the one of `init`.
 * Throws ServiceError without one, or for a window, for which the link's address exists.
 */
export function withStepToken({ token, access_token: _, ...options }: CallOptions): CallOptions {
  if (!token || !flag(options.iframe, true))
    throw new ServiceError(
      token ? 'invalid iframe' : 'invalid token',
      'transaction needs the token of a step link, and tagid4iframe',
    );
  return { ...options, iframe: true, access_token: token };
}
