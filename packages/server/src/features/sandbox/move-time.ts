import type { Sandbox } from '../../sandbox/index.ts';

/** A call that moves time answers by then; what is not done is done afterwards. */
const MAX_MS = 20_000;
const MAX_STEPS = 1_000;

/** What came of a move. */
export interface Moved {
  steps: number;
  settled: boolean;
}

/**
 * Moves time on to `target`. What becomes due on the way is done in the order of its times, and the clock stands at each
 * of them meanwhile: so a retry that fails is due again as much later as it would have been.
 * @param freezes whether time stands still afterwards
 */
export async function moveTime(sandbox: Sandbox, target: number, freezes: boolean): Promise<Moved> {
  const { clock, schedule } = sandbox;
  const from = clock.now();
  const signal = AbortSignal.timeout(MAX_MS);
  let steps = 0;
  let at = from;
  const arrive = async (time: number, isLast: boolean) => {
    at = time;
    await sandbox.write({ frozen_at: time, is_held: true });
    await schedule.settle({ isLast, movedMs: time - from, signal });
  };
  try {
    // What happened until now is dealt with before time goes on.
    await arrive(from, false);
    while (!signal.aborted && steps < MAX_STEPS) {
      const next = await schedule.findNext(at);
      if (next === null || next >= target) break;
      await arrive(next, false);
      steps++;
    }
    await arrive(target, true);
  } finally {
    await stand(sandbox, target, freezes);
  }
  return { steps, settled: !signal.aborted && steps < MAX_STEPS };
}

/** Ends a move: time runs on from there, or stands. */
function stand(sandbox: Sandbox, at: number, freezes: boolean): Promise<void> {
  const offset = at - sandbox.clock.machineNow();
  return sandbox.write({ offset, frozen_at: freezes ? at : null, is_held: false });
}
