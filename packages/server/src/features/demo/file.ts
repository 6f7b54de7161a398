import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import type { DemoPart } from './plan.ts';

export interface DemoFile extends DemoPart {
  base_url: string;
  sdk_url: string;
  sandbox: DemoPart & { base_url: string; sdk_url: string };
}

export async function readPlan(path: string): Promise<DemoFile | undefined> {
  try {
    const plan = JSON.parse(await readFile(path, 'utf8')) as DemoFile | null;
    return isPart(plan) && isPart(plan?.sandbox) ? plan : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the plan of another process if that process was faster. */
export async function createPlan(path: string, plan: DemoFile): Promise<DemoFile> {
  const temporary = await writeTemporary(path, plan);
  try {
    await link(temporary, path);
    return plan;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = await readPlan(path);
    if (other) return other;
    await replacePlan(path, plan);
    return plan;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function replacePlan(path: string, plan: DemoFile): Promise<void> {
  await rename(await writeTemporary(path, plan), path);
}

export async function removePlan(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Without the sync, a power cut could leave an empty file. */
async function writeTemporary(path: string, plan: DemoFile): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(plan, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

function isPart(part: Partial<DemoPart> | null | undefined): part is DemoPart {
  return (
    typeof part?.partner_id === 'string' && Array.isArray(part.users) && Boolean(part.client && part.bot)
  );
}
