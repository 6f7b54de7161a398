import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../environment/environment.ts';
import { subscribeToLog } from '../../log/index.ts';
import { findMeetToJoin, type MeetRow } from '../meets/index.ts';
import { findBinderPosition } from './queries.ts';

const RETRY_MS = 1_000;

/**
 * Calls back when a meet is over by what the binder's log tells, as when somebody ended it by a call, once at the most; and
 * when there is something new in the binder, or its members have other roles.
 */
export async function watchMeet(
  env: Environment,
  { binder_id: binderId, session_key: sessionKey }: MeetRow,
  signal: AbortSignal,
  { onOver, onChange, onAccessChange }: { onOver(): void; onChange(): void; onAccessChange(): void },
): Promise<void> {
  let accessVersion: number | undefined;
  const subscription = subscribeToLog(env, binderId, signal);
  while (!signal.aborted) {
    try {
      subscription.reset();
      const at = await findBinderPosition(env.db, binderId);
      if (at.accessVersion !== accessVersion && accessVersion !== undefined) onAccessChange();
      accessVersion = at.accessVersion;
      if ((await findMeetToJoin(env, sessionKey)) === undefined) {
        if (!signal.aborted) onOver();
        break;
      }
      await subscription.waitForEntries(at.seq);
      if (!signal.aborted) onChange();
    } catch (error) {
      env.log.warn({ err: error }, 'a meet could not be looked up; it is tried again');
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  subscription.close();
}
