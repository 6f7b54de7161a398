import { ServiceError } from './errors.ts';
import { flag } from './loose.ts';
import type { CallOptions } from './types.ts';

/**
 * The options of `transaction`: the token of the link takes the place of an access token, and that of `init` is never given
 * to an approval. Throws ServiceError without one, or for a window: that is what the address of the link is for.
 */
export function withStepToken({ token, access_token: _, ...options }: CallOptions): CallOptions {
  if (!token || !flag(options.iframe, true))
    throw new ServiceError(
      token ? 'invalid iframe' : 'invalid token',
      'transaction needs the token of a step link, and tagid4iframe',
    );
  return { ...options, iframe: true, access_token: token };
}
