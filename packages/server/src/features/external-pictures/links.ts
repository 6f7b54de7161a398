import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { forbidden } from '../../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const MAX_PICTURES = 50;

/** A picture in the safe HTML of a message, as the sanitiser writes it: nothing in its attributes ends the tag. */
const PICTURE = /<img src="([^"]*)"([^>]*)>/g;

/**
 * The HTML of a message with its pictures loaded through us: who reads it tells no other host of it. The address names
 * the message and the picture's place in it, not where the picture is from, so that nobody can have us load anything
 * else. Good for one to two days, and the same for all of a day, so that a browser can keep the picture.
 */
export function withSignedPictures(
  env: Environment,
  message: { binderId: string; id: number },
  html: string,
): string {
  if (!html.includes('<img ')) return html;
  const { binderId, id } = message;
  const expires = (Math.floor(env.clock.now() / DAY_MS) + 2) * DAY_MS;
  const query = `expires=${expires}&amp;signature=${sign(env, binderId, id, expires)}`;
  const path = `/external/${env.name}/${binderId}/${id}`;
  const { origin } = new URL(env.baseUrl());
  let index = 0;
  return html.replace(PICTURE, (_tag, _source, attributes: string) => {
    index++;
    return index > MAX_PICTURES ? '' : `<img src="${origin}${path}/${index}?${query}"${attributes}>`;
  });
}

/** Where the picture at a place (from 1) of a message's HTML is from; undefined when there is none. */
export function sourceAt(html: string, index: number): string | undefined {
  if (index > MAX_PICTURES) return undefined;
  const source = [...html.matchAll(PICTURE)][index - 1]?.[1];
  return source
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Throws forbidden unless the signature is ours, for this message, and has not expired. */
export function checkSignature(
  env: Environment,
  message: { binderId: string; id: number },
  { expires = 0, signature = '' }: { expires?: number; signature?: string },
): void {
  const expected = Buffer.from(sign(env, message.binderId, message.id, expires));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw forbidden('the signature of the link is wrong');
  if (expires < env.clock.now())
    throw forbidden('the link has expired; read the message again for a new one');
}

function sign({ name, secrets }: Environment, binderId: string, messageId: number, expires: number): string {
  return secrets.sign(`external picture ${name} ${binderId} ${messageId} ${expires}`);
}
