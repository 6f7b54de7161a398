import type { ServiceErrorDetail } from '@ringbinder/sdk';
import type { ServiceProviderProps, Token } from './props.ts';

export interface ProviderSession {
  take(props: ServiceProviderProps): void;
  fail(error: ServiceErrorDetail): void;
  fetch(): Promise<string | undefined>;
  renew(event: { session_id: string }): Promise<unknown>;
}

export function createProviderSession(onToken: (token: string) => void): ProviderSession {
  let props: Partial<ServiceProviderProps> = {};
  let pending: Promise<string | undefined> | undefined;

  function fail(error: ServiceErrorDetail): void {
    if (props.onError) props.onError(error);
    else console.error(`Service: ${error.error_message} (${error.error_code})`);
  }

  async function load(source: () => Promise<Token>): Promise<string | undefined> {
    try {
      const result = await source();
      const token = typeof result === 'string' ? result : result?.access_token;
      if (typeof token !== 'string' || token === '')
        throw new Error('accessToken returned neither a token nor a token response');
      onToken(token);
      return token;
    } catch (error) {
      fail({ error_code: 'invalid access_token', error_message: (error as Error).message });
      return undefined;
    }
  }

  /** Concurrent calls, such as StrictMode's two, share one request. */
  async function fetch(): Promise<string | undefined> {
    if (typeof props.accessToken !== 'function') return undefined;
    pending ??= load(props.accessToken).finally(() => {
      pending = undefined;
    });
    return pending;
  }

  return {
    take(next) {
      props = next;
    },
    fail,
    fetch,
    async renew(event) {
      const { onInvalidToken, accessToken } = props;
      const result = await onInvalidToken?.(event);
      if (result) return result;
      if (typeof accessToken === 'function') return fetch();
      const error_message = 'the access token has expired: pass a new one to ServiceProvider';
      // With an identity provider, the module offers to sign in instead of failing.
      const hasProvider = props.partnerId || props.orgId || props.idpId;
      if (!onInvalidToken && !hasProvider) fail({ error_code: 'invalid_token', error_message });
      return undefined;
    },
  };
}
