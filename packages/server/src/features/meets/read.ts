import type { Meet } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { MAX_LIST_LIMIT } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { presentMeet } from './present.ts';
import { findMeets, findMeetsByIds } from './queries.ts';

/** Omits cancelled meets. */
export async function readMeets(
  env: Environment,
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, Meet>> {
  const rows = await findMeetsByIds(db, binderId, ids);
  return new Map(rows.map((row) => [row.id, presentMeet(env, row)]));
}

export async function readFirstMeets(
  env: Environment,
  db: Database,
  binderId: string,
): Promise<{ meets: Meet[]; isComplete: boolean }> {
  const rows = await findMeets(db, binderId, Number.MAX_SAFE_INTEGER, MAX_LIST_LIMIT + 1);
  const fitting = rows.slice(0, countFitting(rows, MAX_LIST_LIMIT));
  return { meets: fitting.map((row) => presentMeet(env, row)), isComplete: fitting.length === rows.length };
}
