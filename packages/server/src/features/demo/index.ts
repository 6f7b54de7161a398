import { join } from 'node:path';
import type { Environment } from '../../environment/environment.ts';
import { createPlan, type DemoFile, readPlan, removePlan, replacePlan } from './file.ts';
import { type DemoPart, planDemo } from './plan.ts';
import { holdsDemo, isFilled, openPlayground, seedDemo } from './seed.ts';
import { readSeedManifest, storeSeedManifest } from './seed-manifest.ts';

export type { DemoFile } from './file.ts';
export type { DemoPart } from './plan.ts';
export { replaceWithDemo, updateDemoFile, withNewIds } from './reset.ts';
export { hashPasswords, holdsAnyDemo } from './seed.ts';
export { readSeedManifest } from './seed-manifest.ts';

/**
 * The file is written before the databases, so that both agree even after a crash.
 *
 * @returns null if the databases have other content, which stays unchanged
 */
export async function prepareDemo(
  dataDir: string,
  environments: { production: Environment; sandbox: Environment },
): Promise<DemoFile | null> {
  const { production, sandbox } = environments;
  const all = [production, sandbox];
  const path = join(dataDir, 'demo.json');
  const planned = await readPlan(path);
  if (!planned && (await Promise.all(all.map(isFilled))).includes(true)) return null;
  const describeAll = (plan: DemoPart, sandboxPlan: DemoPart): DemoFile => ({
    ...describe(plan, production),
    sandbox: describe(sandboxPlan, sandbox),
  });
  const plan =
    planned ?? (await createPlan(path, describeAll(planDemo(production.ids), planDemo(sandbox.ids))));
  // A reset may have been killed before it wrote the file.
  const file = describeAll(plan, (await readSeedManifest(sandbox.db, sandbox)) ?? plan.sandbox);
  if ((await seedAndCheck(production, file)) && (await seedAndCheck(sandbox, file.sandbox))) {
    await Promise.all([
      openPlayground(production, production.db, file),
      openPlayground(sandbox, sandbox.db, file.sandbox),
    ]);
    const { base_url: _, sdk_url: __, ...part } = file.sandbox;
    await storeSeedManifest(sandbox.db, sandbox, part);
    await replacePlan(path, file);
    return file;
  }
  // Another installation has filled these databases.
  if (!planned) await removePlan(path);
  return null;
}

async function seedAndCheck(env: Environment, part: DemoPart): Promise<boolean> {
  await seedDemo(env, part);
  return holdsDemo(env, part);
}

function describe(part: DemoPart, env: Environment): Omit<DemoFile, 'sandbox'> {
  const { partner_id, org_id, other_org_id, binder_id, client, bot, users } = part;
  const base_url = env.baseUrl();
  const sdk_url = new URL('/sdk/service.js', base_url).href;
  return { base_url, sdk_url, partner_id, org_id, other_org_id, binder_id, client, bot, users };
}
