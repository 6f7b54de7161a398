/** The response of the token endpoint, with the time at which the access token expires (milliseconds since 1970). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

const RENEW_BEFORE_MS = 60_000;

/**
 * Returns a function that returns an access token with at least a minute left. A refresh token works once, so concurrent
 * calls share one refresh. The new pair is saved before it is used, because a crash in between would lose the authorization.
 */
export function keepFresh(
  tokens: Tokens,
  refresh: (refreshToken: string) => Promise<Tokens>,
  save: (tokens: Tokens) => Promise<void>,
): () => Promise<string> {
  let current = tokens;
  let refreshing: Promise<void> | undefined;
  return async () => {
    if (current.expires_at - RENEW_BEFORE_MS < Date.now()) {
      refreshing ??= refresh(current.refresh_token)
        .then(async (next) => {
          await save(next);
          current = next;
        })
        .finally(() => {
          refreshing = undefined;
        });
      await refreshing;
    }
    return current.access_token;
  };
}
