import type { Environment } from '../../environment/environment.ts';
import { allocateIds, append, type NewLogEntry } from '../../log/index.ts';
import { insertMeet } from './change-queries.ts';
import type { MeetRow } from './queries.ts';
import { nextStart } from './repeat.ts';
import { claimRepeat, copyInvitations, findMeetsToRepeat } from './repeat-queries.ts';

/** Skips times that have passed. */
export async function repeatMeets(
  env: Environment,
  onItemFailure: (error: unknown) => void = () => {},
): Promise<number> {
  let scheduled = 0;
  for (const meet of await findMeetsToRepeat(env.db)) {
    try {
      if (await repeatMeet(env, meet)) scheduled++;
    } catch (error) {
      onItemFailure(error);
      env.log.warn(
        { err: error, binder: meet.binder_id },
        'meets: scheduling the next meet failed, retrying',
      );
    }
  }
  return scheduled;
}

function repeatMeet(env: Environment, due: Pick<MeetRow, 'binder_id' | 'id'>): Promise<boolean> {
  const { binder_id: binderId } = due;
  return env.db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
    const at = env.clock.now();
    const meet = await claimRepeat(tx, due, at);
    if (!meet?.repeat || meet.ends_at === null || meet.next_host_id === null) return false;
    const { name, repeat, repeats_from, next_host_id: host_id } = meet;
    const length = meet.ends_at - meet.starts_at;
    const starts_at = nextStart(
      repeat,
      repeats_from ?? meet.starts_at,
      Math.max(meet.starts_at, at - length),
    );
    if (starts_at === undefined) return false;
    const ends_at = starts_at + length;
    const id = await allocateIds(tx, binderId, 1);
    const names = { id, session_key: env.ids.next('meet'), name };
    const times = { starts_at, ends_at, created_at: at };
    const series_key = meet.series_key ?? meet.session_key;
    const state = 'SESSION_SCHEDULED';
    const plan_sequence = meet.plan_sequence + (meet.needs_mail ? 1 : 0);
    await insertMeet(tx, { ...meet, ...names, ...times, series_key, plan_sequence, host_id, state });
    const body = { ...names, start_time: starts_at, end_time: ends_at, repeated: true } as const;
    const entries: NewLogEntry[] = [{ kind: 'meet_scheduled', body }];
    const invitedIds = await copyInvitations(tx, meet, id, at);
    if (invitedIds.length > 0)
      entries.push({ kind: 'meet_invited', body: { ...names, user_ids: invitedIds } });
    await append(tx, { binderId, actorId: host_id, at, bus: env.bus }, entries);
    return true;
  });
}
