import { RingbinderError } from '../errors.ts';

/** Returns the current token. Receives a rejected one, which it must not return again. */
export type TokenSource = (refused?: string) => Promise<string>;

/** No valid token is available. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** The tokens of a connection. A rejected one is never sent again. */
export function createTokens(source: TokenSource) {
  let used: string | undefined;
  let refused: string | undefined;
  return {
    /** The token to try. Throws SignedOut if there is none besides the rejected one. */
    async next(): Promise<string> {
      const before = refused;
      const token = await source(before).catch((error: unknown) => {
        // A rejection by the token source is permanent; a missing answer is not.
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
    /** Allows a rejected token again. */
    forget(): void {
      refused = undefined;
    },
  };
}
