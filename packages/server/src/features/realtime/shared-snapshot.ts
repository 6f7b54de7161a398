import type { Environment } from '../../environment/environment.ts';
import { readSnapshot } from './snapshot.ts';

/** After a restart, many clients need a snapshot. */
const CACHE_MS = 2_000;

export interface WrittenSnapshot {
  epoch: string;
  seq: number;
  memberIds: ReadonlySet<string>;
  /** The frame's JSON after `type` and `id`. */
  rest: Buffer;
}

export interface SharedSnapshot {
  read(minSeq: number): Promise<WrittenSnapshot | undefined>;
}

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
    }, CACHE_MS).unref();
    return cached;
  }

  return {
    async read(minSeq) {
      for (;;) {
        const candidate = cached;
        // The cached snapshot may be from an earlier epoch.
        if (candidate && minSeq > 0 && candidate.seq >= minSeq) return candidate;
        const wasReading = reading !== undefined;
        reading ??= readNow().finally(() => {
          reading = undefined;
        });
        const snapshot = await reading;
        // If another caller started the read, it may return an earlier state.
        if (snapshot === undefined || snapshot.seq >= minSeq || !wasReading) return snapshot;
      }
    },
  };
}
