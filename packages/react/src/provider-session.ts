import type { ServiceErrorDetail } from '@ringbinder/sdk';
import type { ServiceProviderProps, Token } from './props.ts';

/** What a provider keeps beside what it draws: its props of now, and the token that is being fetched. */
export interface ProviderSession {
  take(props: ServiceProviderProps): void;
  /** Tells an error to whoever hears errors. */
  fail(error: ServiceErrorDetail): void;
  /** Fetches a token, where the props say how; what keeps it from that is told. */
  fetch(): Promise<string | undefined>;
  /** What is to be handed back for a session whose token has ended. */
  renew(event: { session_id: string }): Promise<unknown>;
}

/** Makes what a provider keeps. @param onToken is called with each token that was fetched */
export function createProviderSession(onToken: (token: string) => void): ProviderSession {
  let props: Partial<ServiceProviderProps> = {};
  let pending: Promise<string | undefined> | undefined;

  function fail(error: ServiceErrorDetail): void {
    if (props.onError) props.onError(error);
    else console.error(`Service: ${error.error_message} (${error.error_code})`);
  }

  async function load(source: () => Promise<Token>): Promise<string | undefined> {
    try {
      const given = await source();
      const token = typeof given === 'string' ? given : given?.access_token;
      if (typeof token !== 'string' || token === '') throw new Error('what accessToken fetched is no token');
      onToken(token);
      return token;
    } catch (error) {
      fail({ error_code: 'invalid access_token', error_message: (error as Error).message });
      return undefined;
    }
  }

  /** Modules whose tokens end at once fetch one, and so does StrictMode. */
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
      const given = await onInvalidToken?.(event);
      if (given) return given;
      if (typeof accessToken === 'function') return fetch();
      const error_message = 'the access token has ended: give ServiceProvider another one';
      // Where there is an identity provider, the module asks for that by itself.
      const hasProvider = props.partnerId || props.orgId || props.idpId;
      if (!onInvalidToken && !hasProvider) fail({ error_code: 'invalid_token', error_message });
      return undefined;
    },
  };
}
