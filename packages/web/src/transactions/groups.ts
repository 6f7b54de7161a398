import { type RingbinderClient, unwrap } from '@ringbinder/client';
import { useEffect, useState } from 'preact/hooks';

/** A group that can be chosen instead of a person. */
export interface GroupChoice {
  id: string;
  name: string;
  /** Also people who are not members of the binder. */
  count: number;
}

/** Ids of groups begin with a letter of their own. */
export const isGroup = (id: string): boolean => id.startsWith('G');

/** The first groups of the user's org, empty until they are read and if they cannot be. */
export function useGroups(client: RingbinderClient, orgId: string | undefined): readonly GroupChoice[] {
  const [groups, setGroups] = useState<readonly GroupChoice[]>([]);
  useEffect(() => {
    if (orgId === undefined) return;
    unwrap(client.api.GET('/orgs/{org_id}/groups', { params: { path: { org_id: orgId } } })).then(
      ({ groups }) => setGroups(groups.map(({ id, name, member_count: count }) => ({ id, name, count }))),
      () => {},
    );
  }, [orgId]);
  return groups;
}
