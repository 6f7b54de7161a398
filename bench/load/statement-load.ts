import pg from 'pg';
import { type ConnectionSettings, PLAN_ONCE } from '../../packages/server/src/storage/pool.ts';
import { type ClosedLoop, type LoadResult, recordCoreShare } from './http-load.ts';

export interface StatementLoad extends ClosedLoop {
  connection: ConnectionSettings;
  text: string;
  values: readonly unknown[][];
}

export async function statementLoad(load: StatementLoad): Promise<LoadResult> {
  const { connection, text, values, clients, milliseconds } = load;
  const open = Array.from({ length: clients }, () => new pg.Client({ ...connection, options: PLAN_ONCE }));
  await Promise.all(open.map((client) => client.connect()));
  try {
    return await recordCoreShare(async () => {
      const begin = performance.now();
      let completed = 0;
      const repeat = async (client: pg.Client, index: number) => {
        const query = { name: 'measured', text, values: values[index % values.length] ?? [] };
        for (; performance.now() < begin + milliseconds; completed++) await client.query(query);
      };
      await Promise.all(open.map(repeat));
      return { completed, seconds: (performance.now() - begin) / 1_000 };
    });
  } finally {
    await Promise.all(open.map((client) => client.end()));
  }
}
