import type { Database } from '../../../storage/database.ts';

/** What a token call told of its user; what is undefined stays as it is. */
export interface GivenProfile {
  firstName: string | undefined;
  lastName: string | undefined;
  pictureUrl: string | undefined;
  timezone: string | undefined;
  language: string | undefined;
  planCode: string | undefined;
  orgUnit: string | undefined;
}

/** A token to store, and whose it is. Times in milliseconds. */
export interface UniqueIdGrant {
  newUserId: string;
  partnerId: string;
  clientId: string;
  orgId: string;
  uniqueId: string;
  profile: GivenProfile;
  defaultName: string;
  tokenHash: Buffer;
  scope: string;
  now: number;
  expiresAt: number;
}

/** Tells whether an org is of the partner. */
export async function orgBelongsToPartner(db: Database, orgId: string, partnerId: string): Promise<boolean> {
  const rows = await db.query('SELECT id FROM orgs WHERE id = $1 AND partner_id = $2', [orgId, partnerId]);
  return rows.length > 0;
}

/**
 * Finds or makes the user, stores what is new of the profile, and stores the token: one round trip.
 * Gives the user's id, or undefined when the user or the org is disabled; then nothing has changed.
 */
export async function grantToUniqueId(db: Database, grant: UniqueIdGrant): Promise<string | undefined> {
  // Two first calls at once: the loser of the insert sees no user in its own snapshot, and finds it on the second try.
  return (await attemptGrant(db, grant)) ?? (await attemptGrant(db, grant));
}

async function attemptGrant(db: Database, grant: UniqueIdGrant): Promise<string | undefined> {
  const { profile } = grant;
  const [row] = await db.query<{ user_id: string }>(
    `WITH org AS (
       SELECT id FROM orgs WHERE id = $3 AND disabled_at IS NULL
     ), existing AS (
       SELECT id, disabled_at FROM users WHERE org_id = (SELECT id FROM org) AND unique_id = $5
     ), made AS (
       INSERT INTO users (id, partner_id, org_id, unique_id, name, first_name, last_name, picture_url, timezone, language, org_unit, created_at, updated_at)
       SELECT $1, $2, org.id, $5, $13, coalesce($6, ''), coalesce($7, ''), coalesce($8, ''), coalesce($9, ''), coalesce($10, 'en'), coalesce($12, ''), $15, $15
       FROM org WHERE NOT EXISTS (SELECT FROM existing)
       ON CONFLICT (org_id, unique_id) WHERE unique_id IS NOT NULL DO NOTHING
       RETURNING id
     ), changed AS (
       UPDATE users u SET
         first_name = coalesce($6, u.first_name), last_name = coalesce($7, u.last_name),
         name = CASE WHEN $6::text IS NULL AND $7::text IS NULL THEN u.name
                ELSE coalesce(nullif(trim(coalesce($6, u.first_name) || ' ' || coalesce($7, u.last_name)), ''), $5) END,
         picture_url = coalesce($8, u.picture_url), timezone = coalesce($9, u.timezone),
         language = coalesce($10, u.language), org_unit = coalesce($12, u.org_unit), updated_at = $15
       FROM existing e WHERE u.id = e.id AND e.disabled_at IS NULL AND (
         coalesce($6, u.first_name), coalesce($7, u.last_name), coalesce($8, u.picture_url),
         coalesce($9, u.timezone), coalesce($10, u.language), coalesce($12, u.org_unit)
       ) IS DISTINCT FROM (u.first_name, u.last_name, u.picture_url, u.timezone, u.language, u.org_unit)
     ), holder AS (
       SELECT id FROM existing WHERE disabled_at IS NULL UNION ALL SELECT id FROM made
     ), planned AS (
       UPDATE orgs SET plan_code = $11
       WHERE id = $3 AND plan_code IS DISTINCT FROM $11 AND $11::text IS NOT NULL AND EXISTS (SELECT FROM holder)
     )
     INSERT INTO access_tokens (hash, client_id, user_id, scope, created_at, expires_at)
     SELECT $14, $4, holder.id, $17, $15, $16 FROM holder
     RETURNING user_id`,
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
  return row?.user_id;
}
