import type { Sandbox } from '../../sandbox/index.ts';

/** After this time, background jobs do the remaining work. */
const MAX_MS = 20_000;
const MAX_STEPS = 1_000;

/** `settled` is false if a limit ended the work early. */
export interface Moved {
  steps: number;
  settled: boolean;
}

/** Work runs at its due time, so that retries have the same delays as in real time. */
export async function moveTime(sandbox: Sandbox, target: number, freezes: boolean): Promise<Moved> {
  const { clock, schedule } = sandbox;
  const from = clock.now();
  const signal = AbortSignal.timeout(MAX_MS);
  let steps = 0;
  let at = from;
  const workAt = async (time: number, isLast: boolean) => {
    at = time;
    await sandbox.write({ frozen_at: time, is_held: true });
    await schedule.runDue({ isLast, movedMs: time - from, signal });
  };
  try {
    await workAt(from, false);
    while (!signal.aborted && steps < MAX_STEPS) {
      const next = await schedule.findNext(at);
      if (next === null || next >= target) break;
      await workAt(next, false);
      steps++;
    }
    await workAt(target, true);
  } finally {
    await setClock(sandbox, target, freezes);
  }
  return { steps, settled: !signal.aborted && steps < MAX_STEPS };
}

function setClock(sandbox: Sandbox, at: number, freezes: boolean): Promise<void> {
  const offset = at - sandbox.clock.machineNow();
  return sandbox.write({ offset, frozen_at: freezes ? at : null, is_held: false });
}
