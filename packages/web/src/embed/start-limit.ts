import type { Realtime } from '@ringbinder/client';
import type { ModuleFrame } from '@ringbinder/protocol/embed.ts';
import { embed as text } from '../strings/en/embed.ts';
import { clearProblem, sayProblem } from './problem.ts';

/** Less than the page around waits: the module knows more of the reason. */
const LIMIT_MS = 8_000;

/** Watches a module until it is shown: it ends with that, or with an error that is told to the page and said here. */
export interface StartLimit {
  /** Passes on what the module tells, and notes what comes of it. */
  tell(frame: ModuleFrame): void;
  /** What it connects by, once there is one. */
  channel: Realtime | undefined;
}

/** @param tell tells the page around */
export function startLimit(tell: (frame: ModuleFrame) => void): StartLimit {
  let isSettled = false;
  let isWaiting = false;
  const limit: StartLimit = {
    channel: undefined,
    tell(frame) {
      if (frame.type === 'shown') clearProblem();
      if (frame.type === 'shown' || frame.type === 'error') isSettled = true;
      // The page has the reason then.
      if (frame.type === 'invalid_token') isWaiting = true;
      tell(frame);
    },
  };
  setTimeout(() => {
    if (isSettled || isWaiting) return;
    const isOffline = limit.channel && limit.channel.state.status !== 'online';
    const error_message = isOffline ? text.noConnection : text.noAnswer;
    limit.tell({ type: 'error', error_code: isOffline ? 'unreachable' : 'timeout', error_message });
    sayProblem('failed', error_message);
  }, LIMIT_MS);
  return limit;
}
