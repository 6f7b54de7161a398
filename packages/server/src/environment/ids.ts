import { randomBytes } from 'node:crypto';

export type IdKind =
  | 'binder'
  | 'user'
  | 'org'
  | 'partner'
  | 'file'
  | 'client'
  | 'event'
  | 'upload'
  | 'meet'
  | 'group'
  | 'template';

const LETTERS: Record<IdKind, string> = {
  binder: 'B',
  user: 'U',
  org: 'O',
  partner: 'P',
  file: 'F',
  client: 'C',
  event: 'E',
  upload: 'T',
  meet: 'M',
  group: 'G',
  template: 'W',
};
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;

export interface Ids {
  next(kind: IdKind): string;
}

export function base62(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let index = 0; index < LENGTH; index++) {
    text = DIGITS[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

export function idOf(kind: IdKind, bytes: Uint8Array): string {
  return LETTERS[kind] + base62(bytes);
}

export const randomIds: Ids = { next: (kind) => idOf(kind, randomBytes(16)) };
