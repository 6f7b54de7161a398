import type { Environment } from '../../environment/environment.ts';
import { readSnapshot } from './snapshot.ts';

/** After a restart many clients share a snapshot, unless an entry was logged since. */
const KEEP_MS = 2_000;

export interface WrittenSnapshot {
  epoch: string;
  seq: number;
  memberIds: ReadonlySet<string>;
  /** The bytes of a `snapshot` frame after `type` and `id`, which all recipients share. */
  rest: Buffer;
}

/** Reads one binder's snapshot once for concurrent callers. */
export interface SharedSnapshot {
  /**
   * Returns a snapshot at `leastSeq` or later; undefined when the binder does not exist. 0 requires the current
   * state.
   */
  read(leastSeq: number): Promise<WrittenSnapshot | undefined>;
}

/** @param withPermit limits concurrent reads */
export function createSharedSnapshot(
  env: Environment,
  binderId: string,
  withPermit: <T>(work: () => Promise<T>) => Promise<T>,
): SharedSnapshot {
  let reading: Promise<WrittenSnapshot | undefined> | undefined;
  let cached: WrittenSnapshot | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function readNow(): Promise<WrittenSnapshot | undefined> {
    const snapshot = await withPermit(() => readSnapshot(env, binderId));
    if (snapshot === undefined) return undefined;
    const { epoch, seq, state } = snapshot;
    const rest = JSON.stringify({ binder_id: binderId, position: { epoch, seq }, state });
    const memberIds = new Set(state.members.map(({ user }) => user.id));
    cached = { epoch, seq, memberIds, rest: Buffer.from(`,${rest.slice(1)}`) };
    clearTimeout(timer);
    timer = setTimeout(() => {
      cached = undefined;
    }, KEEP_MS).unref();
    return cached;
  }

  return {
    async read(leastSeq) {
      for (;;) {
        const usable = cached;
        // The cached snapshot can be of a replaced history.
        if (usable && leastSeq > 0 && usable.seq >= leastSeq) return usable;
        const wasReading = reading !== undefined;
        reading ??= readNow().finally(() => {
          reading = undefined;
        });
        const snapshot = await reading;
        // A read that another caller started can return an earlier state.
        if (snapshot === undefined || snapshot.seq >= leastSeq || !wasReading) return snapshot;
      }
    },
  };
}
