import { createHmac } from 'node:crypto';
import type { Config } from '../../config/config.ts';

const CREDENTIAL_SECONDS = 6 * 60 * 60;

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** coturn's `use-auth-secret` (draft-uberti-behave-turn-rest). */
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
