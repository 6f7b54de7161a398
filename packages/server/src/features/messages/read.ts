import type { Message, ReadMark } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredMessage } from './list.ts';
import { presentMessage, presentReadMark } from './present.ts';
import { findMessages, findMessagesByIds, findNewestMessages } from './queries.ts';
import { findReadMarks } from './read-marks.ts';

export async function readMessages(
  env: Environment,
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, Message>> {
  const rows = await findMessagesByIds(db, binderId, ids);
  return new Map(rows.map((row) => [row.id, presentMessage(env, binderId, row)]));
}

/** Returns fewer messages if they are long, and none to non-members. */
export async function readNewestMessages(
  env: Environment,
  db: Database,
  { binderId, userId, limit }: { binderId: string; userId: string; limit: number },
): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const range = {
    binderId,
    direction: 'before' as const,
    from: Number.MAX_SAFE_INTEGER,
    limit: limit + 1,
  };
  const rows = (await findMessages(db, range, [userId])).filter(
    (row): row is StoredMessage => row.id !== null,
  );
  const fitting = rows.slice(0, limit).filter(({ fits }) => fits);
  return {
    messages: fitting.map((row) => presentMessage(env, binderId, row)),
    hasOlder: rows.length > fitting.length,
  };
}

export async function readReadMarks(
  db: Database,
  readers: readonly { binderId: string; userId: string }[],
): Promise<Map<string, ReadMark[]>> {
  const rows = Map.groupBy(await findReadMarks(db, readers), ({ binder_id }) => binder_id);
  return new Map([...rows].map(([binderId, each]) => [binderId, each.map(presentReadMark)]));
}

export async function readLastMessages(
  env: Environment,
  db: Database,
  binderIds: readonly string[],
): Promise<Map<string, Message>> {
  const rows = await findNewestMessages(db, binderIds);
  return new Map(rows.map((row) => [row.binder_id, presentMessage(env, row.binder_id, row)]));
}
