import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment.ts';

const TOKEN = /^([0-9A-Za-z]{22})\.([\w-]{43})$/;

/** What opens a link: its id and our signature of it. Nothing that is stored is enough to make one. */
export function tokenOf({ secrets, name }: Pick<Environment, 'secrets' | 'name'>, id: string): string {
  return `${id}.${secrets.sign(`view link ${name} ${id}`)}`;
}

/** The id of the link that a token opens; undefined for one that we have not made. Asks nobody. */
export function readToken(env: Pick<Environment, 'secrets' | 'name'>, token: string): string | undefined {
  const [, id = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(tokenOf(env, id));
  const given = Buffer.from(token);
  return id !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}
