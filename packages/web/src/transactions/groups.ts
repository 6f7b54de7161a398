import { type RingbinderClient, unwrap } from '@ringbinder/client';
import { useEffect, useState } from 'preact/hooks';

export interface GroupChoice {
  id: string;
  name: string;
  /** Counts members, including people outside the binder. */
  count: number;
}

export const isGroup = (id: string): boolean => id.startsWith('G');

export function useGroups(
  client: RingbinderClient,
  orgId: string | undefined,
  ids: readonly string[] = [],
): readonly GroupChoice[] {
  const [groups, setGroups] = useState<readonly GroupChoice[]>([]);
  useEffect(() => {
    if (orgId === undefined) return;
    readGroups(client, orgId, ids).then(setGroups, () => {});
  }, [orgId]);
  return groups;
}

async function readGroups(
  client: RingbinderClient,
  org_id: string,
  ids: readonly string[],
): Promise<GroupChoice[]> {
  const all = '/orgs/{org_id}/groups';
  const { groups } = await unwrap(client.api.GET(all, { params: { path: { org_id } } }));
  const others = [...new Set(ids)].filter((id) => !groups.some((group) => group.id === id));
  const read = await Promise.allSettled(
    others.map((group_id) =>
      unwrap(client.api.GET(`${all}/{group_id}`, { params: { path: { org_id, group_id } } })),
    ),
  );
  const named = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return [...groups, ...named].map(({ id, name, member_count: count }) => ({ id, name, count }));
}
