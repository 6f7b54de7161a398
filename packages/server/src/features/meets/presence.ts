import type { Environment } from '../../environment/environment.ts';
import { append } from '../../log/index.ts';
import { storePresence } from './change-queries.ts';
import type { MeetRow } from './queries.ts';

/** @param userIds the members who are in the meet now */
export async function logPresence(
  env: Environment,
  meet: MeetRow,
  userIds: readonly string[],
): Promise<void> {
  const { binder_id: binderId, id, session_key, name } = meet;
  await env.db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
    const changed = await storePresence(tx, meet, userIds);
    const body = { id, session_key, name };
    const at = env.clock.now();
    for (const actorId of changed?.joined ?? [])
      await append(tx, { binderId, actorId, at, bus: env.bus }, [{ kind: 'meet_joined', body }]);
    for (const actorId of changed?.left ?? [])
      await append(tx, { binderId, actorId, at, bus: env.bus }, [{ kind: 'meet_left', body }]);
  });
}
