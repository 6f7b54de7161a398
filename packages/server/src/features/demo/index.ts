import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../environment.ts';
import { type DemoPart, planDemo } from './plan.ts';
import { seedDemo } from './seed.ts';

/** What demo.json holds: all that a first call needs. */
export interface DemoFile extends DemoPart {
  base_url: string;
  sdk_url: string;
  sandbox: DemoPart & { base_url: string; sdk_url: string };
}

/**
 * Fills the databases of a new installation with the demo and describes it in `DATA_DIR/demo.json` (mode 600).
 * The file is written before the databases are filled, and a plan that stands there is used: so whatever dies in
 * between, the file and the databases tell the same. A database that holds something already is left alone.
 * @returns the demo, or null when the databases hold something else
 */
export async function prepareDemo(
  dataDir: string,
  environments: { production: Environment; sandbox: Environment },
  sdkUrl: string,
): Promise<DemoFile | null> {
  const path = join(dataDir, 'demo.json');
  const planned = await readPlan(path);
  if (!planned && (await isFilled(environments.production))) return null;
  const file: DemoFile = {
    ...describe(planned ?? planDemo(environments.production.ids), environments.production, sdkUrl),
    sandbox: describe(planned?.sandbox ?? planDemo(environments.sandbox.ids), environments.sandbox, sdkUrl),
  };
  await writePlan(path, file);
  await seedDemo(environments.production, file);
  await seedDemo(environments.sandbox, file.sandbox);
  return (await holdsDemo(environments.production, file)) ? file : null;
}

function describe(
  part: DemoPart,
  env: Environment,
  sdkUrl: string,
): DemoPart & { base_url: string; sdk_url: string } {
  const { partner_id, org_id, other_org_id, binder_id, client, bot, users } = part;
  const base = { base_url: env.baseUrl(), sdk_url: sdkUrl };
  return { ...base, partner_id, org_id, other_org_id, binder_id, client, bot, users };
}

async function readPlan(path: string): Promise<DemoFile | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as DemoFile;
  } catch {
    return undefined;
  }
}

async function writePlan(path: string, file: DemoFile): Promise<void> {
  const temporary = `${path}.new`;
  await writeFile(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

async function isFilled(env: Environment): Promise<boolean> {
  const rows = await env.db.query('SELECT id FROM partners LIMIT 1');
  return rows.length > 0;
}

async function holdsDemo(env: Environment, file: DemoFile): Promise<boolean> {
  const rows = await env.db.query('SELECT id FROM partners WHERE id = $1', [file.partner_id]);
  return rows.length > 0;
}
