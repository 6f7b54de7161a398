/** What the token endpoint gave, with the time at which the access token ends (milliseconds since 1970). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

const RENEW_BEFORE_MS = 60_000;

/**
 * Gives an access token that is good for another minute. A refresh token is good once, so calls at the same time share
 * one refresh, and the new pair is saved before it is used: a crash in between would lose the authorization.
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
