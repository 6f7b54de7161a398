import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../environment/environment.ts';

const TOKEN = /^([0-9A-Za-z]{22,23})\.([\w-]{43})$/;

type Purpose = 'view link' | 'step link' | 'meet guest link' | 'end of mails';

/** Without the signature, stored data alone would be sufficient for a link. */
export function signedId(
  { secrets, name }: Pick<Environment, 'secrets' | 'name'>,
  purpose: Purpose,
  id: string,
): string {
  return `${id}.${secrets.sign(`${purpose} ${name} ${id}`)}`;
}

export function readSignedId(
  env: Pick<Environment, 'secrets' | 'name'>,
  purpose: Purpose,
  token: string,
): string | undefined {
  const [, id = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(signedId(env, purpose, id));
  const presented = Buffer.from(token);
  return id !== '' && presented.length === expected.length && timingSafeEqual(presented, expected)
    ? id
    : undefined;
}
