import { unwrap } from '@ringbinder/client';
import type { UserStatus } from '@ringbinder/protocol';
import { explained } from '../binder/refusal.ts';
import type { AppContext } from '../timeline/context.ts';
import { forgetPerson, readPerson } from './person-store.ts';

/** An empty object clears the status. Rejects with a sentence for the user. */
export async function saveStatus(
  { client, boot }: Pick<AppContext, 'client' | 'boot'>,
  status: Partial<UserStatus>,
): Promise<void> {
  await explained(unwrap(client.api.POST('/me', { body: { status } })) as Promise<unknown>);
  forgetPerson(boot.user.id);
  // Reading the person updates the status everywhere on the page.
  void readPerson(client, boot.user.id).catch(() => undefined);
}
