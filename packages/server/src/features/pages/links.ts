import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { forbidden } from '../../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type PageView = 'page' | 'thumbnail' | 'background';

export interface PageLinks {
  page_uri: string;
  thumbnail_uri: string;
  background_uri: string;
}

/** The order determines each view's part of the HMAC. */
const VIEWS: readonly PageView[] = ['page', 'thumbnail', 'background'];
const SIGNATURE_BYTES = 21;

/**
 * The links need no token, so that an `<img>` can load them. They stay the same for a day, so that browsers
 * can cache the content.
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

/** Existing clients expect an absolute URL. Page 0 is the cover. */
export function binderThumbnail(
  env: Environment,
  binderId: string,
  pageId: number,
  revision: number,
): string {
  return new URL(pageLinks(env, binderId)(pageId, revision).thumbnail_uri, env.baseUrl()).href;
}

export function linkExpiry(env: Environment): number {
  return (Math.floor(env.clock.now() / DAY_MS) + 2) * DAY_MS;
}

export interface LinkClaim {
  binderId: string;
  pageId: number;
  view: PageView;
  as_of?: string | undefined;
  expires?: number | undefined;
  signature?: string | undefined;
}

export function checkLink(
  env: Environment,
  { binderId, pageId, view, as_of: asOf, expires = 0, signature = '' }: LinkClaim,
): void {
  const expected = Buffer.from(signer(env, binderId, expires)(pageId, asOf)(view));
  const presented = Buffer.from(signature);
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) {
    throw forbidden('the signature of the link is wrong');
  }
  if (expires < env.clock.now()) throw forbidden('the link has expired; list the pages again for a new one');
}

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
