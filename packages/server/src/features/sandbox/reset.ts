import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { preconditionFailed, unavailable } from '../../errors.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import {
  type DemoPart,
  hashPasswords,
  readSeedManifest,
  replaceWithDemo,
  updateDemoFile,
  withNewIds,
} from '../demo/index.ts';
import { readClock } from './service.ts';
import { readTime } from './times.ts';

const DRAIN_MS = 10_000;
/** Other processes poll every half second. */
const OTHERS_MS = 1_200;

export interface ResetInput {
  seed?: string;
  set?: number | string;
  freeze?: boolean;
}

/** Restores the whole demo, or nothing on failure. Throws `unavailable` if open requests do not end. */
export async function reset(env: Environment, sandbox: Sandbox, actor: Actor, input: ResetInput) {
  requirePartnerAdmin(actor, actor.partnerId);
  const at = input.set === undefined ? undefined : readTime('set', input.set);
  const part = await sandbox.exclusively(() => resetAlone(env, sandbox, { ...input, at }));
  await updateDemoFile(env, part).catch((error) =>
    env.log.warn({ err: error }, 'demo: writing demo.json failed, retrying at the next start'),
  );
  return { ...readClock(sandbox), seed: input.seed ?? null, demo: withoutSecrets(part) };
}

async function resetAlone(
  env: Environment,
  sandbox: Sandbox,
  { seed = null, at, freeze = false }: { seed?: string | null; at: number | undefined; freeze?: boolean },
): Promise<DemoPart> {
  const { generations, clock, ids, pool } = sandbox;
  const plan = await readSeedManifest(pool, env);
  if (!plan) throw preconditionFailed('this sandbox did not start with the demo, so it cannot be reset');
  const hashes = await hashPasswords(plan);
  generations.close();
  try {
    await sandbox.write({ resetting_since: clock.machineNow() });
    if (env.config.databaseUrl !== undefined) await sleep(OTHERS_MS);
    if (!(await generations.drain(DRAIN_MS)))
      throw unavailable('open requests did not end in time: nothing was reset, try again', 5);
    return await pool.transaction(async (tx) => {
      const time = at ?? clock.machineNow();
      clock.assume({ offset: 0, frozen_at: time, is_held: true });
      ids.reseed(seed, 0);
      const part = seed === null ? plan : withNewIds(env, plan);
      await replaceWithDemo(env, tx, part, hashes);
      await env.revocations.announce(tx, 'any');
      await sandbox.begin(tx, { seed, offset: time - clock.machineNow(), frozen_at: freeze ? time : null });
      return part;
    });
  } catch (error) {
    await sandbox.restore();
    await sandbox.write({ resetting_since: null });
    throw error;
  } finally {
    generations.open();
  }
}

function withoutSecrets({ client, bot, users, ...ids }: DemoPart) {
  return {
    ...ids,
    client: { client_id: client.client_id },
    bot: { client_id: bot.client_id, user_id: bot.user_id },
    users: users.map(({ password: _, ...user }) => user),
  };
}
