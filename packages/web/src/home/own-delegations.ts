import { signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Delegation } from '@ringbinder/protocol';
import { refusalOf } from '../binder/refusal.ts';
import { toast, toastError } from '../design/toast.tsx';
import { home } from '../strings/messages/home.ts';
import type { AppContext } from '../timeline/context.ts';

interface Delegations {
  delegations: readonly Delegation[];
  received: readonly Delegation[];
}

export const delegations = signal<Delegations>({ delegations: [], received: [] });

export async function loadDelegations({ client }: AppContext, report = toastError): Promise<void> {
  try {
    delegations.value = await unwrap(client.api.GET('/me/delegations'));
  } catch (error) {
    report(refusalOf(error).message);
  }
}

export async function endDelegation(app: AppContext, { id: delegation_id }: Delegation): Promise<void> {
  try {
    const params = { path: { delegation_id } };
    await unwrap(app.client.api.DELETE('/me/delegations/{delegation_id}', { params }));
    toast(home.absences.ended);
  } catch (error) {
    toastError(refusalOf(error).message);
  }
  await loadDelegations(app);
}
