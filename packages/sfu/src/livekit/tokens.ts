import { createHmac, timingSafeEqual } from 'node:crypto';
import { type MediaSource, mediaSources } from '@ringbinder/protocol';

export interface LivekitKey {
  key: string;
  secret: string;
}

export interface VideoGrant {
  roomCreate?: boolean;
  roomList?: boolean;
  roomAdmin?: boolean;
  roomRecord?: boolean;
  roomJoin?: boolean;
  room?: string;
  canSubscribe?: boolean;
  canPublish?: boolean;
  canPublishSources?: string[];
  canPublishData?: boolean;
  canUpdateOwnMetadata?: boolean;
  hidden?: boolean;
}

/** Seconds since 1970-01-01 UTC. */
export interface TokenClaims {
  iss?: string;
  sub?: string;
  nbf?: number;
  exp?: number;
  video?: VideoGrant;
  sha256?: string;
}

/** Tokens are used immediately. */
const LIFETIME_SECONDS = 60;
const LEEWAY_SECONDS = 10;
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

const sourceNames = {
  microphone: 'microphone',
  camera: 'camera',
  screen: 'screen_share',
  screen_audio: 'screen_share_audio',
} as const satisfies Record<MediaSource, string>;

export const sourceName = (source: MediaSource): string => sourceNames[source];

export function sourceOf(name: string | undefined): MediaSource | undefined {
  return mediaSources.find((source) => sourceNames[source] === name?.toLowerCase());
}

const sign = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest();

/** `now` is in milliseconds. */
export function signToken({ key, secret }: LivekitKey, video: VideoGrant, now: number, sub?: string): string {
  const seconds = Math.floor(now / 1_000);
  const claims: TokenClaims = {
    iss: key,
    ...(sub === undefined ? {} : { sub }),
    nbf: seconds - LEEWAY_SECONDS,
    exp: seconds + LIFETIME_SECONDS,
    video,
  };
  const content = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${content}.${sign(content, secret).toString('base64url')}`;
}

export function readToken({ key, secret }: LivekitKey, token: string, now: number): TokenClaims | undefined {
  const [, content = '', head = '', body = '', signature = ''] =
    /^(([\w-]{1,500})\.([\w-]{1,8000}))\.([\w-]{43})$/.exec(token) ?? [];
  const [actual, expected] = [Buffer.from(signature, 'base64url'), sign(content, secret)];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (parse(head).alg !== 'HS256') return undefined;
  const claims: TokenClaims = parse(body);
  const seconds = now / 1_000;
  if (claims.iss !== key || typeof claims.exp !== 'number' || claims.exp + LEEWAY_SECONDS < seconds)
    return undefined;
  if ((claims.nbf ?? 0) - LEEWAY_SECONDS > seconds) return undefined;
  return claims;
}

/** LiveKit reads an empty list of sources as “all”, so `canPublish` must then be false. */
export function permissionOf(muted: ReadonlySet<MediaSource>) {
  const sources = mediaSources.filter((source) => !muted.has(source)).map(sourceName);
  return { canPublish: sources.length > 0, sources };
}
