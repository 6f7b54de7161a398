import { createHash, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { forbidden } from '../../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const MAX_PICTURES = 50;

/** The sanitiser's attributes contain no `>`. */
const PICTURE = /<img src="([^"]*)"([^>]*)>/g;

/**
 * Links to this server hide readers from other hosts. A link contains no address, so nobody can make the server load
 * another one.
 */
export function withSignedPictures(
  env: Environment,
  message: { binderId: string; id: number },
  html: string,
): string {
  if (!html.includes('<img ')) return html;
  const linkTo = signedLinks(env, message);
  let index = 0;
  return html.replace(PICTURE, (_tag, source: string, attributes: string) => {
    index++;
    if (index > MAX_PICTURES) return '';
    return `<img src="${linkTo(index, unescapeHtml(source)).replaceAll('&', '&amp;')}"${attributes}>`;
  });
}

/** Pictures in the message have lower indexes. */
export const PREVIEW_PLACE = MAX_PICTURES + 1;

export function signedPreviewPicture(
  env: Environment,
  message: { binderId: string; id: number },
  source: string,
): string {
  return signedLinks(env, message)(PREVIEW_PLACE, source);
}

function signedLinks(env: Environment, { binderId, id }: { binderId: string; id: number }) {
  const expires = (Math.floor(env.clock.now() / DAY_MS) + 2) * DAY_MS;
  const query = `expires=${expires}&signature=${sign(env, binderId, id, expires)}`;
  const { origin } = new URL(env.baseUrl());
  return (place: number, source: string) =>
    `${origin}/external/${env.name}/${binderId}/${id}/${place}?source=${hashOf(source)}&${query}`;
}

export function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('base64url').slice(0, 16);
}

/** `index` 1 is the first picture. */
export function sourceAt(html: string, index: number): string | undefined {
  if (index > MAX_PICTURES) return undefined;
  const source = [...html.matchAll(PICTURE)][index - 1]?.[1];
  return source === undefined ? undefined : unescapeHtml(source);
}

function unescapeHtml(source: string): string {
  return source
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

export function checkSignature(
  env: Environment,
  message: { binderId: string; id: number },
  { expires = 0, signature = '' }: { expires?: number; signature?: string },
): void {
  const expected = Buffer.from(sign(env, message.binderId, message.id, expires));
  const presented = Buffer.from(signature);
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected))
    throw forbidden('the signature of the link is wrong');
  if (expires < env.clock.now())
    throw forbidden('the link has expired; read the message again for a new one');
}

function sign({ name, secrets }: Environment, binderId: string, messageId: number, expires: number): string {
  return secrets.sign(`external picture ${name} ${binderId} ${messageId} ${expires}`);
}
