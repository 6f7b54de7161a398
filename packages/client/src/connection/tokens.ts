import { RingbinderError } from '../errors.ts';

export type TokenSource = (refused?: string) => Promise<string>;

export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

export function createTokens(source: TokenSource) {
  let used: string | undefined;
  let refused: string | undefined;
  return {
    async next(): Promise<string> {
      const before = refused;
      const token = await source(before).catch((error: unknown) => {
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
