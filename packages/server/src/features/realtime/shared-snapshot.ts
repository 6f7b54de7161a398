import type { Environment } from '../../environment/environment.ts';
import { readSnapshot } from './snapshot.ts';

/** Many come at once after a restart; a snapshot that nothing was logged since is good for all of them. */
const KEEP_MS = 2_000;

/** A snapshot whose bytes are there. */
export interface WrittenSnapshot {
  epoch: string;
  seq: number;
  memberIds: ReadonlySet<string>;
  /** The end of a `snapshot` frame, behind type and id. The same bytes for all who are sent it. */
  rest: Buffer;
}

/** Snapshots of one binder, read once for all who want one at the same time. */
export interface SharedSnapshot {
  /** A snapshot at `leastSeq` or later; undefined when there is no such binder. */
  read(leastSeq: number): Promise<WrittenSnapshot | undefined>;
}

/** Snapshots of one binder; `withPermit` bounds how many are read at a time. */
export function createSharedSnapshot(
  env: Environment,
  binderId: string,
  withPermit: <T>(work: () => Promise<T>) => Promise<T>,
): SharedSnapshot {
  let reading: Promise<WrittenSnapshot | undefined> | undefined;
  let kept: WrittenSnapshot | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function readNow(): Promise<WrittenSnapshot | undefined> {
    const snapshot = await withPermit(() => readSnapshot(env, binderId));
    if (snapshot === undefined) return undefined;
    const { epoch, seq, state } = snapshot;
    const rest = JSON.stringify({ binder_id: binderId, position: { epoch, seq }, state });
    const memberIds = new Set(state.members.map(({ user }) => user.id));
    kept = { epoch, seq, memberIds, rest: Buffer.from(`,${rest.slice(1)}`) };
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept = undefined;
    }, KEEP_MS).unref();
    return kept;
  }

  return {
    async read(leastSeq) {
      for (;;) {
        const usable = kept;
        // 0 asks what is there now: history may have been replaced.
        if (usable && leastSeq > 0 && usable.seq >= leastSeq) return usable;
        const wasReading = reading !== undefined;
        reading ??= readNow().finally(() => {
          reading = undefined;
        });
        const snapshot = await reading;
        // Another's may have been begun before.
        if (snapshot === undefined || snapshot.seq >= leastSeq || !wasReading) return snapshot;
      }
    },
  };
}
