import type { Position } from '@ringbinder/protocol';
import pLimit from 'p-limit';
import type { Environment } from '../../environment/environment.ts';
import { type BinderChannel, openChannel } from './channel.ts';

/** Reads of logs that go on at the same time, of twenty connections that others want too. */
const MAX_CONCURRENT_READS = 8;
/** Half a dozen statements each. */
const MAX_CONCURRENT_SNAPSHOTS = 3;

/** The channels of an environment in this process: one for each binder that somebody reads. */
export interface Channels {
  /** The channel of a binder whose log is at a position. To be given back by `release`. */
  acquire(binderId: string, at: Position): BinderChannel;
  /** The channel of a binder, if somebody reads it. */
  find(binderId: string): BinderChannel | undefined;
  release(binderId: string): void;
}

interface HeldChannel {
  channel: BinderChannel;
  holders: number;
  over: AbortController;
}

/** Opens channels as they are wanted, and ends those that nobody holds. */
export function createChannels(env: Environment, countSent: (frames: number) => void): Channels {
  const held = new Map<string, HeldChannel>();
  const parts = {
    env,
    countSent,
    withPermit: pLimit(MAX_CONCURRENT_READS),
    withSnapshotPermit: pLimit(MAX_CONCURRENT_SNAPSHOTS),
  };
  return {
    acquire(binderId, at) {
      let one = held.get(binderId);
      if (one === undefined) {
        const over = new AbortController();
        one = { channel: openChannel(parts, binderId, at, over.signal), holders: 0, over };
        held.set(binderId, one);
      }
      one.holders++;
      return one.channel;
    },
    find: (binderId) => held.get(binderId)?.channel,
    release(binderId) {
      const one = held.get(binderId);
      if (one === undefined || --one.holders > 0) return;
      held.delete(binderId);
      one.over.abort();
    },
  };
}
