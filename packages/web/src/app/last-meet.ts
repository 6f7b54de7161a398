import { type ResumeState, storedResumeState, storeResumeState } from '../meet/stored-preferences.ts';
import type { MeetRoute } from '../meet-path.ts';
import { type StoredValue, storedValue } from '../stored-value.ts';

/** The meet in which the user last was, until they leave it. */
export interface LastMeet extends MeetRoute, ResumeState {
  at: number;
}

/** A tab that crashes reports nothing, so the time is stored again and again. */
export const STORE_EVERY_MS = 15_000;
const RETURN_MS = 5 * 60_000;

const stored = (userId: string): StoredValue => storedValue(`ringbinder-last-meet ${userId}`);
const lockName = (sessionKey: string) => `ringbinder-in-meet:${sessionKey}`;

export function storeLastMeet(userId: string, { binderId, sessionKey }: MeetRoute): void {
  const place = storedResumeState(sessionKey);
  if (place) stored(userId).write({ ...place, binderId, sessionKey, at: Date.now() });
}

export function forgetLastMeet(userId: string, sessionKey?: string): void {
  const value = stored(userId);
  const last = value.read() as LastMeet | undefined;
  if (sessionKey === undefined || last?.sessionKey === sessionKey) value.write(undefined);
}

/** Undefined if the user left the meet, was in it too long ago, or is in it in another tab. */
export async function findLastMeet(userId: string): Promise<LastMeet | undefined> {
  const last = stored(userId).read() as LastMeet | undefined;
  if (typeof last?.sessionKey !== 'string' || !(Date.now() - last.at < RETURN_MS)) return undefined;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockName(last.sessionKey)) ? undefined : last;
}

/** Shows other tabs until `signal` that the user is in the meet here. */
export function holdMeet(sessionKey: string, signal: AbortSignal): void {
  const untilOver = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  navigator.locks
    ?.request(lockName(sessionKey), { mode: 'shared', signal }, untilOver)
    .catch(() => undefined);
}

/** Lets this tab return to the place of a closed one, with the same devices. */
export async function restorePlace(userId: string, sessionKey: string): Promise<void> {
  if (storedResumeState(sessionKey)) return;
  const last = await findLastMeet(userId);
  if (last?.sessionKey !== sessionKey) return;
  const { resume, hasCamera, hasMicrophone } = last;
  storeResumeState(sessionKey, { resume, hasCamera, hasMicrophone });
}
