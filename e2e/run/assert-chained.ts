import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { DatabasePool } from '@ringbinder/server/storage/pool.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { root } from './document.ts';
import { environmentOf } from './ringbinder.ts';

const BEHIND =
  'SELECT FROM binders b LEFT JOIN binder_chain_heads h ON h.binder_id = b.id WHERE b.seq > coalesce(h.seq, 0)';

export async function assertChained(
  db: DatabasePool,
  directory: string,
  settings: Parameters<typeof environmentOf>[1],
): Promise<string> {
  await until('every log is chained', async () => (await db.query(BEHIND)).length === 0);
  const check = spawnSync(process.execPath, ['packages/server/src/commands/check-chains.ts'], {
    cwd: root,
    env: environmentOf(directory, settings),
    encoding: 'utf8',
  });
  assert.equal(check.status, 0, check.stdout + check.stderr);
  return check.stdout;
}
