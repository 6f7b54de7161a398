import { MediaBusy, MediaTimeout, MediaUnreadable } from './errors.ts';
import type { PoolOutcome } from './job-pool.ts';

export function jobError(
  outcome: Exclude<PoolOutcome, { type: 'done' }>,
  signal: AbortSignal | undefined,
): Error {
  switch (outcome.type) {
    case 'unreadable':
      return new MediaUnreadable(outcome.message);
    case 'crashed':
      return new MediaUnreadable('the file broke the media worker');
    case 'timeout':
      return outcome.isStarved
        ? new MediaBusy('the machine has too much else to do for the media worker')
        : new MediaTimeout('the media worker took too long');
    case 'busy':
      return new MediaBusy('the media engine accepts no more jobs at the moment');
    case 'killed':
      return new MediaBusy('the media worker was killed', { cause: outcome.detail });
    case 'not_started':
      return new MediaBusy('no media worker starts', { cause: outcome.detail });
    case 'no_file':
      return new Error(`the file cannot be read: ${outcome.message}`);
    case 'aborted':
      return signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError');
  }
}
