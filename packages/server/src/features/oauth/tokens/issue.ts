import { generateToken, hashToken } from './token-format.ts';

export const REFRESH_TOKEN_MS = 30 * 24 * 60 * 60 * 1000;

export interface TokenAnswer {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  scope: string;
  refresh_token?: string;
}

export interface MintedToken {
  text: string;
  hash: Buffer;
}

export function mintToken(): MintedToken {
  return mintedToken(generateToken());
}

/** The text must be 256 unguessable bits in base64url. */
export function mintedToken(text: string): MintedToken {
  return { text, hash: hashToken(text) };
}

export function tokenAnswer(
  access: MintedToken,
  seconds: number,
  scope: string,
  refresh?: MintedToken,
): TokenAnswer {
  return {
    access_token: access.text,
    token_type: 'bearer',
    expires_in: seconds,
    scope,
    ...(refresh ? { refresh_token: refresh.text } : {}),
  };
}
