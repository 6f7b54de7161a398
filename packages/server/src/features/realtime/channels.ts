import type { Position } from '@ringbinder/protocol';
import pLimit from 'p-limit';
import type { Environment } from '../../environment/environment.ts';
import { type BinderChannel, openChannel } from './channel.ts';

/** Leaves most of a process's database connections (20 by default) free. */
const MAX_CONCURRENT_READS = 8;
/** Each snapshot occupies a connection for more than ten statements. */
const MAX_CONCURRENT_SNAPSHOTS = 3;

export interface Channels {
  /** Each call of `acquire` needs a matching `release`. */
  acquire(binderId: string, at: Position): BinderChannel;
  find(binderId: string): BinderChannel | undefined;
  release(binderId: string): void;
}

interface ChannelEntry {
  channel: BinderChannel;
  holders: number;
  over: AbortController;
}

export function createChannels(env: Environment, countSent: (frames: number) => void): Channels {
  const channels = new Map<string, ChannelEntry>();
  const parts = {
    env,
    countSent,
    withLogPermit: pLimit(MAX_CONCURRENT_READS),
    withSnapshotPermit: pLimit(MAX_CONCURRENT_SNAPSHOTS),
  };
  return {
    acquire(binderId, at) {
      let one = channels.get(binderId);
      if (one === undefined) {
        const over = new AbortController();
        one = { channel: openChannel(parts, binderId, at, over.signal), holders: 0, over };
        channels.set(binderId, one);
      }
      one.holders++;
      return one.channel;
    },
    find: (binderId) => channels.get(binderId)?.channel,
    release(binderId) {
      const one = channels.get(binderId);
      if (one === undefined || --one.holders > 0) return;
      channels.delete(binderId);
      one.over.abort();
    },
  };
}
