/**
 * `npm run export-binders -- ORG_ID DIRECTORY [--sandbox]` and `npm run import-binders -- ORG_ID DIRECTORY
 * [--trust KEY]… [--relink] [--sandbox]`. You can rerun an interrupted command.
 */
import { parseArgs } from 'node:util';
import { fileStoreSettings, filesDirectory, readConfig } from '../config/config.ts';
import { basePaths } from '../environment/environment.ts';
import { ApiError } from '../errors.ts';
import {
  type ArchiveEnvironment,
  type ArchiveProgress,
  exportOrg,
  importOrg,
} from '../features/binder-archives/index.ts';
import { signingKey } from '../features/receipts/index.ts';
import { loadMasterKey } from '../secrets/master-key.ts';
import { deriveSecrets } from '../secrets/secrets.ts';
import { reachDatabases } from '../storage/engine.ts';
import { joined, openStores } from '../storage/files/index.ts';
import { openDatabase } from '../storage/pool.ts';
import { StartupError } from '../storage/startup-error.ts';
import { clockOf } from './chains.ts';

const CONNECTIONS = 2;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      sandbox: { type: 'boolean' },
      relink: { type: 'boolean' },
      trust: { type: 'string', multiple: true },
    },
  });
  const [what, orgId, directory, ...others] = positionals;
  if ((what !== 'export' && what !== 'import') || !orgId || !directory || others.length > 0)
    throw new StartupError(`usage: npm run ${what ?? 'export'}-binders -- ORG_ID DIRECTORY`);
  const name = values.sandbox ? 'sandbox' : 'production';
  const config = readConfig(process.env);
  const secrets = deriveSecrets(await loadMasterKey(config.dataDir, config.secretKey), name);
  const db = openDatabase((await reachDatabases(config))[name], { max: CONNECTIONS });
  const files = joined(await openStores(fileStoreSettings(config), filesDirectory(config, name), name));
  const origin = config.publicUrl || `http://${config.host}:${config.port}`;
  const env: ArchiveEnvironment = { db, files, secrets, baseUrl: () => `${origin}${basePaths[name]}/` };
  try {
    const at = (await clockOf(name, db)).now();
    if (what === 'export') return await exportOrg(env, directory, { orgId, at }, report);
    const { publicKey } = await signingKey(env);
    const trusted = [publicKey.kid, ...config.importKeys, ...(values.trust ?? [])];
    const target = { orgId, at, trusted, relinks: values.relink ?? false };
    const imported = await importOrg(env, directory, target, report);
    const placeholders = imported.reduce((sum, each) => sum + each.placeholders, 0);
    process.stdout.write(`${imported.length} binders imported, ${placeholders} people without an account\n`);
  } finally {
    await files.close();
    await db.close();
  }
}

function report({ done, total, binderId, skipReason }: ArchiveProgress): void {
  process.stdout.write(
    `${done} of ${total}: ${binderId}${skipReason === undefined ? '' : ` is left out: ${skipReason}`}\n`,
  );
  if (skipReason !== undefined) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof StartupError || error instanceof ApiError ? message : stack}\n`);
  process.exitCode = 1;
});
