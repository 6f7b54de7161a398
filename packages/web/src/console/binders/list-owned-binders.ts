import type { components } from '@ringbinder/client';
import type { Call } from '../../api.ts';
import { MAX_ROWS } from '../pages.ts';

type OrgBinder = components['schemas']['OrgBinder'];

export async function listOwnedBinders(
  call: Call,
  orgId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<OrgBinder[]> {
  const owned: OrgBinder[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = new URLSearchParams({ limit: String(MAX_ROWS), ...(cursor && { cursor }) });
    const path = `/orgs/${orgId}/users/${userId}/binders?${query}`;
    const listed: { binders: { binder: OrgBinder }[]; next_cursor?: string } = await call(
      'GET',
      path,
      undefined,
      signal,
    );
    owned.push(...listed.binders.map(({ binder }) => binder).filter(({ owner }) => owner.id === userId));
    cursor = listed.next_cursor;
  }
  return owned;
}
