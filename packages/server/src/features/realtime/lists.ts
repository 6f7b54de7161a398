import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { readFirstMeets, readMeets } from '../meets/index.ts';
import { readFirstTodos, todoResource } from '../todos/index.ts';
import { readFirstTransactions, readTransactions } from '../transactions/index.ts';

type Place = [env: Environment, db: Database, binderId: string];
interface List {
  readByIds(...of: [...Place, ids: readonly number[]]): Promise<Map<number, object>>;
  readFirst(...of: Place): Promise<{ isComplete: boolean }>;
}

/** Keyed by resource type. A snapshot contains each list as `<type>s`. */
export const REALTIME_LISTS = {
  transaction: { readByIds: readTransactions, readFirst: readFirstTransactions },
  todo: {
    readByIds: (_, ...of) => todoResource.readByIds(...of),
    readFirst: (_, ...of) => readFirstTodos(...of),
  },
  meet: { readByIds: readMeets, readFirst: readFirstMeets },
} satisfies Record<string, List>;

export type RealtimeListType = keyof typeof REALTIME_LISTS;
export const realtimeLists = Object.entries(REALTIME_LISTS) as [RealtimeListType, List][];
