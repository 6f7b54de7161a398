import type { MeetEngine } from '@ringbinder/sfu';

const TIMEOUT_MS = 2_000;
/** Anyone can request the status, so caching limits the checks. */
const CACHE_MS = 5_000;

export type EngineStatus = 'ok' | 'unavailable';

export function createEngineStatus(engine: Pick<MeetEngine, 'check'>): () => Promise<EngineStatus> {
  let last: { at: number; status: Promise<EngineStatus> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > CACHE_MS) last = { at, status: look(engine) };
    return last.status;
  };
}

async function look(engine: Pick<MeetEngine, 'check'>): Promise<EngineStatus> {
  const { promise: late, resolve } = Promise.withResolvers<EngineStatus>();
  const timer = setTimeout(() => resolve('unavailable'), TIMEOUT_MS).unref();
  const status = engine.check().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return Promise.race([status, late]).finally(() => clearTimeout(timer));
}
