import type { RingbinderClient } from '@ringbinder/client';
import { readPerson, statusOf } from './person-store.ts';

export async function isUndisturbed(client: RingbinderClient, userId: string): Promise<boolean> {
  const own = await readPerson(client, userId).catch(() => undefined);
  return statusOf(userId, own?.status, Date.now())?.availability === 'do_not_disturb';
}
