import type { Environment } from '../../../environment/environment.ts';
import type { Transaction } from '../../../storage/database.ts';
import { botsAddedTopic } from '../../binders/index.ts';
import { requestDepartures } from '../../departures/index.ts';

export interface BotMove {
  userId: string;
  name: string;
  actorId: string;
  at: number;
}

/** Call this after the bot was disabled, so that nobody can add it to another binder. */
export function leaveBinders(env: Environment, tx: Transaction, move: BotMove): Promise<void> {
  return changeBinders(env, tx, move, LEAVE, [move.userId, move.actorId, move.at, move.name]);
}

export function returnToOwnBinders(env: Environment, tx: Transaction, move: BotMove): Promise<void> {
  return changeBinders(env, tx, move, RETURN, [move.userId, move.actorId, move.at, move.name]);
}

async function changeBinders(
  env: Environment,
  tx: Transaction,
  { userId, actorId, at }: BotMove,
  statement: string,
  values: unknown[],
): Promise<void> {
  // The next statement sees changes that were committed while this one waited.
  await tx.query(LOCK, [userId]);
  const changedBinders = await tx.query<{ binder_id: string }>(statement, values);
  const binderIds = changedBinders.map(({ binder_id }) => binder_id);
  await requestDepartures(tx, binderIds, [userId], { actorId, at });
  tx.afterCommit(() => {
    for (const binderId of binderIds) {
      env.bus.wake(botsAddedTopic(binderId));
      env.bus.wake(binderId);
    }
  });
}

const LOCK = `SELECT b.id FROM binders b JOIN binder_members m ON m.binder_id = b.id
  WHERE m.user_id = $1 AND b.deleted_at IS NULL ORDER BY b.id FOR NO KEY UPDATE OF b`;

const changedCte = (condition: string) => `changed AS (
    UPDATE binders b SET seq = b.seq + 1, updated_at = greatest(b.updated_at, $3), access_version = b.access_version + 1
    FROM binder_members m WHERE m.binder_id = b.id AND m.user_id = $1 AND b.deleted_at IS NULL ${condition}
    RETURNING b.id, b.seq, b.updated_at AS at, m.role
  )`;

const insertLogEntries = (kind: string) => `
  INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
  SELECT id, seq, at, $2, ${kind}, jsonb_build_object('user_id', $1::text, 'name', $4::text) FROM changed
  RETURNING binder_id`;

const LEAVE = `WITH ${changedCte('')}, kept AS (
    INSERT INTO versions (binder_id, entity, id, until_seq, state)
    SELECT changed.id, 'binder_members', $1, changed.seq, to_jsonb(m) - 'read_id' FROM changed
    JOIN binder_members m ON m.binder_id = changed.id AND m.user_id = $1 WHERE changed.role <> 'owner'
    ON CONFLICT DO NOTHING
  ), gone AS (
    DELETE FROM binder_members m USING changed
    WHERE m.binder_id = changed.id AND m.user_id = $1 AND changed.role <> 'owner'
  ) ${insertLogEntries(`CASE role WHEN 'owner' THEN 'bot_disabled' ELSE 'member_removed' END`)}`;

const RETURN = `WITH ${changedCte(`AND m.role = 'owner'`)}, places AS (
    INSERT INTO bot_log_cursors (binder_id, seq) SELECT id, seq - 1 FROM changed
    ON CONFLICT (binder_id) DO UPDATE SET seq = bot_log_cursors.seq
  ) ${insertLogEntries(`'bot_enabled'`)}`;
