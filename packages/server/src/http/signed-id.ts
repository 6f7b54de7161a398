import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../environment/environment.ts';

const TOKEN = /^([0-9A-Za-z]{22})\.([\w-]{43})$/;

/** What a token opens; one that was made for something else opens nothing. */
type Purpose = 'view link' | 'step link' | 'meet guest link';

/** What opens a link: its id and our signature of it. Nothing that is stored is enough to make one. */
export function signedId(
  { secrets, name }: Pick<Environment, 'secrets' | 'name'>,
  purpose: Purpose,
  id: string,
): string {
  return `${id}.${secrets.sign(`${purpose} ${name} ${id}`)}`;
}

/** The id of the link that a token opens; undefined for one that we have not made. Asks nobody. */
export function readSignedId(
  env: Pick<Environment, 'secrets' | 'name'>,
  purpose: Purpose,
  token: string,
): string | undefined {
  const [, id = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(signedId(env, purpose, id));
  const given = Buffer.from(token);
  return id !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}
