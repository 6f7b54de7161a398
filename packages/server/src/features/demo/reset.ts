import { join } from 'node:path';
import type { Environment } from '../../environment/environment.ts';
import type { Transaction } from '../../storage/database.ts';
import { readPlan, replacePlan } from './file.ts';
import { type DemoPart, planDemo } from './plan.ts';
import { fillWithDemo, type hashPasswords, openPlayground } from './seed.ts';
import { storeSeedManifest } from './seed-manifest.ts';

export type PasswordHashes = Awaited<ReturnType<typeof hashPasswords>>;

export function withNewIds({ ids }: Pick<Environment, 'ids'>, before: DemoPart): DemoPart {
  const { users, client, bot, ...rest } = planDemo(ids);
  return {
    ...rest,
    client: { ...before.client, client_id: client.client_id },
    bot: { ...before.bot, client_id: bot.client_id, user_id: bot.user_id },
    users: before.users.map((user, index) => ({ ...user, id: users[index]?.id ?? user.id })),
  };
}

const PRESERVED_TABLES = ['settings', 'schema_migrations'];

export async function replaceWithDemo(
  env: Environment,
  tx: Transaction,
  part: DemoPart,
  hashes: PasswordHashes,
): Promise<void> {
  const tables = await tx.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL($1)
     ORDER BY tablename`,
    [PRESERVED_TABLES],
  );
  await tx.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY`);
  await fillWithDemo(env, tx, part, hashes);
  await openPlayground(env, tx, part);
  await storeSeedManifest(tx, env, part);
}

export async function updateDemoFile({ config }: Environment, part: DemoPart): Promise<void> {
  const path = join(config.dataDir, 'demo.json');
  const file = await readPlan(path);
  if (!file) return;
  const { base_url, sdk_url } = file.sandbox;
  await replacePlan(path, { ...file, sandbox: { base_url, sdk_url, ...part } });
}
