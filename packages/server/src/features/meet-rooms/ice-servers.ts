import { createHmac } from 'node:crypto';
import type { Config } from '../../config/config.ts';

/** As long as a working day: a browser that comes back to a relay later than that gets others with its welcome. */
const CREDENTIAL_SECONDS = 6 * 60 * 60;

/** STUN and TURN as a browser takes it. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/**
 * What a participant reaches the media by when there is no direct way. The credentials are those that coturn reads with
 * `use-auth-secret` (draft-uberti-behave-turn-rest): they end by themselves, and the relay needs no list of users.
 */
export function iceServersFor(
  { meetTurnUrls, meetTurnSecret, meetStunUrls }: Config,
  participantId: string,
  now: number,
  seconds = CREDENTIAL_SECONDS,
): IceServer[] {
  const stun = meetStunUrls.length > 0 ? [{ urls: meetStunUrls }] : [];
  if (meetTurnUrls.length === 0 || meetTurnSecret === undefined) return stun;
  const username = `${Math.floor(now / 1_000) + seconds}:${participantId}`;
  const credential = createHmac('sha1', meetTurnSecret).update(username).digest('base64');
  return [...stun, { urls: meetTurnUrls, username, credential }];
}
