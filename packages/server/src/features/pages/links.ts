import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { forbidden } from '../../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The ways a page can be looked at. */
export type PageView = 'page' | 'thumbnail' | 'background';

/** The signed links of one page. */
export interface PageLinks {
  page_uri: string;
  thumbnail_uri: string;
  background_uri: string;
}

/** The order in which a page's one code is cut into the signatures of its views. */
const VIEWS: readonly PageView[] = ['page', 'thumbnail', 'background'];
/** 168 bits, 28 characters. */
const SIGNATURE_BYTES = 21;

/**
 * Makes the links of a binder's pages, which an `<img>` can load without a token. They are good for one to two days;
 * the expiry is a whole day, so that a link stays the same (and its picture cached) from one list to the next, until
 * the page changes: `v` is its revision. It proves nothing and is not signed.
 * A link to a page as it was after an entry of the log names its `seq`, which is signed too.
 * @param expires until when they are good instead, in milliseconds
 */
export function pageLinks(
  env: Environment,
  binderId: string,
  expires = linkExpiry(env),
): (pageId: number, revision: number, seq?: number) => PageLinks {
  const sign = signer(env, binderId, expires);
  return (pageId, revision, seq) => {
    const base = `/board/${env.name}/${binderId}/${pageId}`;
    const asOf = seq === undefined ? undefined : `seq:${seq}`;
    const signatures = sign(pageId, asOf);
    const past = asOf === undefined ? '' : `&as_of=${asOf}`;
    const signed = (view: PageView) =>
      `${base}/${view}?v=${revision}${past}&expires=${expires}&signature=${signatures(view)}`;
    return {
      page_uri: signed('page'),
      thumbnail_uri: signed('thumbnail'),
      background_uri: signed('background'),
    };
  };
}

/** The signed link to the picture that stands for a binder, with its host: existing clients load it as it is. */
export function binderThumbnail(
  env: Environment,
  binderId: string,
  pageId: number,
  revision: number,
): string {
  return new URL(pageLinks(env, binderId)(pageId, revision).thumbnail_uri, env.baseUrl()).href;
}

/** Until when the links that are made now are good: milliseconds since 1970. */
export function linkExpiry(env: Environment): number {
  return (Math.floor(env.clock.now() / DAY_MS) + 2) * DAY_MS;
}

/** What a link is good for, and until when: milliseconds since 1970. */
export interface LinkClaim {
  binderId: string;
  pageId: number;
  view: PageView;
  as_of?: string | undefined;
  expires?: number | undefined;
  signature?: string | undefined;
}

/** Throws forbidden unless the signature is ours, for this view of this page, and not expired. */
export function checkLink(
  env: Environment,
  { binderId, pageId, view, as_of: asOf, expires = 0, signature = '' }: LinkClaim,
): void {
  const expected = Buffer.from(signer(env, binderId, expires)(pageId, asOf)(view));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw forbidden('the signature of the link is wrong');
  }
  if (expires < env.clock.now()) throw forbidden('the link has expired; list the pages again for a new one');
}

/**
 * Signs with a key for one binder and one expiry, and once for all views of a page: each view's signature is a part of
 * one HMAC-SHA-512. A list of 1,000 pages is signed in 15 ms instead of the 80 that a code for each link took.
 */
function signer(
  env: Environment,
  binderId: string,
  expires: number,
): (pageId: number, asOf?: string) => (view: PageView) => string {
  const key = createSecretKey(env.secrets.sign(`board ${env.name} ${binderId} ${expires}`), 'utf8');
  return (pageId, asOf) => {
    const named = asOf === undefined ? String(pageId) : `${pageId} ${asOf}`;
    const code = createHmac('sha512', key).update(named).digest();
    return (view) => {
      const start = VIEWS.indexOf(view) * SIGNATURE_BYTES;
      return code.toString('base64url', start, start + SIGNATURE_BYTES);
    };
  };
}
