import { tokenOf } from './client.ts';
import { usedDirectory } from './directories.ts';
import type { Target } from './posting.ts';
import { type Ringbinder, startRingbinder } from './ringbinder.ts';

export const unlimited: Record<string, string> = { CALLS_PER_MINUTE: '1000000' };

export async function startTarget(settings = unlimited): Promise<{ server: Ringbinder; target: Target }> {
  const server = await startRingbinder(await usedDirectory(), settings);
  const demo = await server.demo();
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  return { server, target };
}
