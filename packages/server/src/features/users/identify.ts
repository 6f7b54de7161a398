import { type BinderRole, isDisabled } from '../../access/index.ts';
import type { Database } from '../../storage/database.ts';

/** All given fields must match. */
export interface Identity {
  id?: string | undefined;
  unique_id?: string | undefined;
  email?: string | undefined;
  org_id?: string | undefined;
}

export interface IdentifiedUser extends Record<string, unknown> {
  /** Index in `identities`. */
  ordinal: number;
  id: string;
  name: string;
  org_id: string;
  is_disabled: boolean;
  is_bot: boolean;
  /** Null for a non-member, or if no binder is given. */
  role: BinderRole | null;
}

/** Keeps the order of `identities`. Omits unknown users, and disabled users who are not members. */
export function findIdentified(
  db: Database,
  identities: readonly Identity[],
  within: { partnerId: string; binderId?: string },
): Promise<IdentifiedUser[]> {
  return db.query<IdentifiedUser>(FIND_IDENTIFIED, [
    identities.map((identity) => identity.id ?? null),
    identities.map((identity) => identity.unique_id ?? null),
    identities.map((identity) => identity.email ?? null),
    identities.map((identity) => identity.org_id ?? null),
    within.partnerId,
    within.binderId ?? null,
  ]);
}

// Every condition of the join has an index. WHERE removes users that do not match all given fields.
const FIND_IDENTIFIED = `
  SELECT asked.ordinal - 1 AS ordinal, u.id, u.name, u.org_id, ${isDisabled('u')} AS is_disabled, u.is_bot, m.role
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS asked (id, unique_id, email, org_id, ordinal)
  JOIN users u ON u.id = asked.id
    OR (u.org_id = asked.org_id AND u.unique_id = asked.unique_id)
    OR (u.org_id = asked.org_id AND lower(u.email) = lower(asked.email))
  LEFT JOIN binder_members m ON m.binder_id = $6 AND m.user_id = u.id
  WHERE u.partner_id = $5 AND (u.disabled_at IS NULL OR m.role IS NOT NULL)
    AND (asked.id IS NULL OR u.id = asked.id)
    AND (asked.unique_id IS NULL OR u.unique_id = asked.unique_id)
    AND (asked.email IS NULL OR lower(u.email) = lower(asked.email))
    AND (asked.org_id IS NULL OR u.org_id = asked.org_id)
  ORDER BY asked.ordinal`;
