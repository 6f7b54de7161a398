import type { RingbinderClient } from '@ringbinder/client';
import type { NetworkFinding } from './context.ts';

interface Doctor {
  lookAtNetwork(base: string, token: string | undefined): Promise<readonly NetworkFinding[]>;
}

/** Looks by which ways media gets through, as the doctor of the SDK does for pages of others: the server has it. */
export async function examineNetwork(client: RingbinderClient): Promise<readonly NetworkFinding[]> {
  const address = new URL('/sdk/doctor.mjs', location.origin).href;
  const { lookAtNetwork } = (await import(/* @vite-ignore */ address)) as Doctor;
  return lookAtNetwork(client.baseUrl, await client.token());
}
