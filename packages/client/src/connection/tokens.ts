import { RingbinderError } from '../errors.ts';

/** The source must not return `refused` again. */
export type TokenSource = (refused?: string) => Promise<string>;

export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

export function createTokens(source: TokenSource) {
  let used: string | undefined;
  let refused: string | undefined;
  return {
    /** Throws SignedOut if the source has only the rejected token. */
    async next(): Promise<string> {
      const before = refused;
      const token = await source(before).catch((error: unknown) => {
        // A 4xx from the token source is permanent, except 429.
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
