import { RingbinderError } from '../errors.ts';

/** Gives the token to use now. It is told of one that was refused, so that it gives no more of that. */
export type TokenSource = (refused?: string) => Promise<string>;

/** There is no token that counts. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** The tokens of one connection: it never offers again what was refused. */
export function createTokens(source: TokenSource) {
  let used: string | undefined;
  let refused: string | undefined;
  return {
    /** The token to try. Throws SignedOut when there is no other than the refused one, or none at all. */
    async next(): Promise<string> {
      const before = refused;
      const token = await source(before).catch((error: unknown) => {
        // A token source that is refused has nothing more to give; one that has no answer may have it later.
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
    /** What was refused may be tried again. */
    forget(): void {
      refused = undefined;
    },
  };
}
