import { type Database, first, hasRow } from '../../../storage/database.ts';
import { markingUsers, userMarks } from '../../../storage/user-changes.ts';

/** Undefined fields are not changed. */
export interface ProfileInput {
  firstName: string | undefined;
  lastName: string | undefined;
  pictureUrl: string | undefined;
  timezone: string | undefined;
  language: string | undefined;
  planCode: string | undefined;
  orgUnit: string | undefined;
}

export interface UniqueIdGrant {
  newUserId: string;
  partnerId: string;
  clientId: string;
  orgId: string;
  uniqueId: string;
  profile: ProfileInput;
  defaultName: string;
  tokenHash: Buffer;
  scope: string;
  now: number;
  expiresAt: number;
}

export function orgBelongsToPartner(db: Database, orgId: string, partnerId: string): Promise<boolean> {
  return hasRow(db, 'SELECT id FROM orgs WHERE id = $1 AND partner_id = $2', [orgId, partnerId]);
}

/**
 * Handles only users without changes or invitations, and skips locked rows to prevent deadlocks. The result
 * is keyed by the base64 hash of the token.
 */
export async function grantToExistingUsers(
  db: Database,
  clientId: string,
  grants: readonly UniqueIdGrant[],
): Promise<Map<string, GrantedUser>> {
  const all = <T>(of: (grant: UniqueIdGrant) => T) => grants.map(of);
  const rows = await db.query<{ hash: Buffer; user_id: string }>(
    `WITH holder AS (
       SELECT u.id, g.hash, g.scope, g.now, g.expires_at
       FROM unnest($2::text[], $3::text[], $4::bytea[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[],
         $11::text[], $12::text[], $13::text[], $14::text[])
         AS g (org_id, unique_id, hash, scope, now, expires_at, first_name, last_name, picture_url, timezone, language, org_unit, plan_code)
       JOIN clients c ON c.id = $1 AND c.disabled_at IS NULL
       JOIN orgs o ON o.id = g.org_id AND o.disabled_at IS NULL AND o.plan_code = coalesce(g.plan_code, o.plan_code)
       JOIN users u ON u.org_id = o.id AND u.unique_id = g.unique_id AND u.disabled_at IS NULL
         AND (coalesce(g.first_name, u.first_name), coalesce(g.last_name, u.last_name), coalesce(g.picture_url, u.picture_url),
           coalesce(g.timezone, u.timezone), coalesce(g.language, u.language),
           CASE WHEN g.language IS NULL THEN u.default_language END, coalesce(g.org_unit, u.org_unit)) IS NOT DISTINCT FROM ${stored}
       WHERE NOT EXISTS (SELECT FROM invitations i
         WHERE i.key = g.unique_id AND i.kind = 'unique_id' AND i.org_id = o.id AND i.expires_at > g.now)
       FOR SHARE OF c, o, u SKIP LOCKED
     )
     INSERT INTO access_tokens (hash, client_id, user_id, scope, created_at, expires_at)
     SELECT hash, $1, id, scope, now, expires_at FROM holder RETURNING hash, user_id`,
    [
      clientId,
      all(({ orgId }) => orgId),
      all(({ uniqueId }) => uniqueId),
      all(({ tokenHash }) => tokenHash),
      all(({ scope }) => scope),
      all(({ now }) => now),
      all(({ expiresAt }) => expiresAt),
      all(({ profile }) => profile.firstName ?? null),
      all(({ profile }) => profile.lastName ?? null),
      all(({ profile }) => profile.pictureUrl ?? null),
      all(({ profile }) => profile.timezone ?? null),
      all(({ profile }) => profile.language ?? null),
      all(({ profile }) => profile.orgUnit ?? null),
      all(({ profile }) => profile.planCode ?? null),
    ],
  );
  return new Map(
    rows.map(({ hash, user_id }) => [hash.toString('base64'), { userId: user_id, isInvited: false }]),
  );
}

export async function grantToUniqueId(db: Database, grant: UniqueIdGrant): Promise<GrantedUser | undefined> {
  // Of two requests that create the same user at once, one succeeds only at its second attempt.
  const issued = (await attemptGrant(db, grant)) ?? (await attemptGrant(db, grant));
  if (issued?.is_profile_new) await changeProfile(db, issued.user_id, grant);
  if (issued?.is_plan_new)
    await db.query('UPDATE orgs SET plan_code = $2 WHERE id = $1 AND plan_code <> $2', [
      grant.orgId,
      grant.profile.planCode,
    ]);
  return issued && { userId: issued.user_id, isInvited: issued.is_invited };
}

export interface GrantedUser {
  userId: string;
  isInvited: boolean;
}

interface Issued extends Record<string, unknown> {
  user_id: string;
  is_profile_new: boolean;
  is_plan_new: boolean;
  is_invited: boolean;
}

const providedProfile = `(coalesce($6, u.first_name), coalesce($7, u.last_name), coalesce($8, u.picture_url),
  coalesce($9, u.timezone), coalesce($10, u.language), CASE WHEN $10::text IS NULL THEN u.default_language END,
  coalesce($12, u.org_unit))`;
const stored =
  '(u.first_name, u.last_name, u.picture_url, u.timezone, u.language, u.default_language, u.org_unit)';

// Changing the profile and plan in the same statement would deadlock requests that hold the same shared
// locks.
function attemptGrant(db: Database, grant: UniqueIdGrant): Promise<Issued | undefined> {
  const { profile } = grant;
  return first<Issued>(
    db,
    `WITH org AS (
       SELECT o.id, o.plan_code, o.language FROM orgs o JOIN clients c ON c.id = $4 AND c.disabled_at IS NULL
       WHERE o.id = $3 AND o.disabled_at IS NULL FOR SHARE OF c, o
     ), existing AS (
       SELECT u.id, u.disabled_at, ${providedProfile} IS DISTINCT FROM ${stored} AS is_profile_new FROM users u
       WHERE u.org_id = (SELECT id FROM org) AND u.unique_id = $5 FOR SHARE OF u
     ), made AS (
       INSERT INTO users (id, partner_id, org_id, unique_id, name, first_name, last_name, picture_url, timezone, language, default_language,
         org_unit, created_at, updated_at)
       SELECT $1, $2, org.id, $5, $13, coalesce($6, ''), coalesce($7, ''), coalesce($8, ''), coalesce($9, ''),
         coalesce($10, org.language), CASE WHEN $10::text IS NULL THEN org.language END, coalesce($12, ''), $15, $15
       FROM org WHERE NOT EXISTS (SELECT FROM existing)
       ON CONFLICT (org_id, unique_id) WHERE unique_id IS NOT NULL DO NOTHING
       RETURNING id, partner_id, org_id
     ), marks AS (
       ${userMarks('made')}
     ), holder AS (
       SELECT id, is_profile_new FROM existing WHERE disabled_at IS NULL UNION ALL SELECT id, false FROM made
     ), token AS (
       INSERT INTO access_tokens (hash, client_id, user_id, scope, created_at, expires_at)
       SELECT $14, $4, holder.id, $17, $15, $16 FROM holder
     )
     SELECT holder.id AS user_id, holder.is_profile_new, org.plan_code <> $11 IS TRUE AS is_plan_new,
       EXISTS (SELECT FROM invitations WHERE key = $5 AND kind = 'unique_id' AND org_id = org.id AND expires_at > $15) AS is_invited
     FROM holder, org`,
    [
      grant.newUserId,
      grant.partnerId,
      grant.orgId,
      grant.clientId,
      grant.uniqueId,
      profile.firstName ?? null,
      profile.lastName ?? null,
      profile.pictureUrl ?? null,
      profile.timezone ?? null,
      profile.language ?? null,
      profile.planCode ?? null,
      profile.orgUnit ?? null,
      grant.defaultName,
      grant.tokenHash,
      grant.now,
      grant.expiresAt,
      grant.scope,
    ],
  );
}

async function changeProfile(db: Database, userId: string, grant: UniqueIdGrant): Promise<void> {
  const { firstName, lastName, pictureUrl, timezone, language, orgUnit } = grant.profile;
  const values = [firstName, lastName, pictureUrl, timezone, language, orgUnit].map((value) => value ?? null);
  await db.query(
    markingUsers(`UPDATE users SET
       first_name = coalesce($4, first_name), last_name = coalesce($5, last_name),
       name = CASE WHEN $4::text IS NULL AND $5::text IS NULL THEN name
              ELSE coalesce(nullif(trim(coalesce($4, first_name) || ' ' || coalesce($5, last_name)), ''), $2) END,
       picture_url = coalesce($6, picture_url), timezone = coalesce($7, timezone),
       language = coalesce($8, language), default_language = CASE WHEN $8::text IS NULL THEN default_language END,
       org_unit = coalesce($9, org_unit), updated_at = $3
     WHERE id = $1`),
    [userId, grant.uniqueId, grant.now, ...values],
  );
}
