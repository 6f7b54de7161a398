import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import * as queries from './change-queries.ts';

export const groupChanges: PeriodicJob = {
  name: 'group_changes',
  everyMs: 2_000,
  async work(env) {
    while (!env.closing.aborted && (await announceNext(env)));
  },
};

function announceNext(env: Environment): Promise<boolean> {
  return env.db.transaction(async (tx) => {
    const change = await queries.claimGroupChange(tx);
    if (!change) return false;
    const { group_id, actor_id: actorId, last_binder_id: lastBinderId, name } = change;
    const binderId = await queries.findNextBinder(tx, group_id, lastBinderId);
    if (binderId === undefined) {
      await queries.deleteGroupChange(tx, group_id);
      return true;
    }
    const steps = await queries.lockOpenSteps(tx, binderId, group_id);
    const entries = steps.map((each): NewLogEntry => {
      return { kind: 'step_group_changed', body: { ...each, group_id, name } };
    });
    const at = env.clock.now();
    if (entries.length > 0) await append(tx, { binderId, actorId, at, bus: env.bus }, entries);
    await queries.moveGroupChange(tx, group_id, binderId);
    return true;
  });
}
