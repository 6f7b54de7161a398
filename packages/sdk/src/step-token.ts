import { ServiceError } from './errors.ts';
import { flag } from './loose.ts';
import type { CallOptions } from './types.ts';

/**
 * The options of `transaction`: the token of the link takes the place of an access token, and that of `init` is never given
 * to an approval. Throws ServiceError without one, or for a window: that is what the address of the link is for.
 */
export function withStepToken({ token, access_token: _, ...options }: CallOptions): CallOptions {
  if (typeof token !== 'string' || token === '')
    throw new ServiceError('invalid token', 'transaction needs token: that of the link of a step');
  if (!flag(options.iframe, true))
    throw new ServiceError(
      'invalid iframe',
      'transaction stands in the page: pass tagid4iframe, or open the url of the link instead',
    );
  return { ...options, iframe: true, access_token: token };
}
