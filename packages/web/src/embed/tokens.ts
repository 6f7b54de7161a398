/** The token of a session, in memory alone. */
export interface SessionTokens {
  /** The token to use now. With one that was refused it gives another, when the page hands one back. */
  next(refused?: string): Promise<string>;
  /** Takes another token, of the session that goes on with it. */
  give(sessionId: string, token: string): void;
  readonly sessionId: string;
}

/**
 * Keeps the token of a session. Whoever is refused waits here, however many they are: the page is told once.
 * @param tell tells the page that the token of a session no longer counts
 */
export function createSessionTokens(
  sessionId: string,
  token: string,
  tell: (sessionId: string) => void,
): SessionTokens {
  let current = { sessionId, token };
  let refused: string | undefined;
  let waiting: ((token: string) => void)[] = [];
  return {
    get sessionId() {
      return current.sessionId;
    },
    async next(given) {
      if (given === current.token && refused !== given) {
        refused = given;
        tell(current.sessionId);
      }
      if (refused !== current.token) return current.token;
      return new Promise((resolve) => waiting.push(resolve));
    },
    give(nextId, next) {
      current = { sessionId: nextId, token: next };
      for (const resolve of waiting.splice(0)) resolve(next);
      waiting = [];
    },
  };
}

/**
 * A `fetch` that sends a call again with the next token when the server has refused the one it came with: whoever made
 * it only waits. No cookie goes along.
 */
export function renewingFetch(tokens: SessionTokens): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, credentials: 'omit' });
    for (;;) {
      const response = await fetch(request.clone());
      const used = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      if (response.status !== 401 || used === undefined) return response;
      const token = await tokens.next(used);
      request.signal.throwIfAborted();
      request.headers.set('authorization', `Bearer ${token}`);
    }
  };
}
