export interface SessionTokens {
  /** If the server has rejected the token, waits until the host page has replaced it. */
  next(refused?: string): Promise<string>;
  give(sessionId: string, token: string): void;
  readonly sessionId: string;
}

/**
 * All rejected requests wait for the same new token.
 * @param onInvalid is called at most once per token
 */
export function createSessionTokens(
  sessionId: string,
  token: string,
  onInvalid: (sessionId: string) => void,
): SessionTokens {
  let current = { sessionId, token };
  let refused: string | undefined;
  let waiting: ((token: string) => void)[] = [];
  return {
    get sessionId() {
      return current.sessionId;
    },
    async next(rejected) {
      if (rejected === current.token && refused !== rejected) {
        refused = rejected;
        onInvalid(current.sessionId);
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
