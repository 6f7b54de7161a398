import { RingbinderError } from '../errors.ts';

/** Returns the current token. The parameter is a rejected token, which must not be returned again. */
export type TokenSource = (refused?: string) => Promise<string>;

/** Thrown when no valid token is available. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Manages the tokens of a connection and never uses a rejected one again. */
export function createTokens(source: TokenSource) {
  let used: string | undefined;
  let refused: string | undefined;
  return {
    /** Returns the token for the next attempt. Throws SignedOut if the source has only the rejected one. */
    async next(): Promise<string> {
      const before = refused;
      const token = await source(before).catch((error: unknown) => {
        // A 4xx from the token source is permanent, except 429. A missing response is not.
        if (
          error instanceof RingbinderError &&
          error.status >= 400 &&
          error.status < 500 &&
          error.status !== 429
        )
          throw new SignedOut(error.message, { cause: error });
        throw error;
      });
      if (token === before) throw new SignedOut('the access token no longer counts');
      used = token;
      return token;
    },
    accepted(): void {
      refused = undefined;
    },
    refused(): void {
      refused = used;
    },
    forget(): void {
      refused = undefined;
    },
  };
}
