import { type Database, first, hasRow } from '../../storage/database.ts';
import { markingUsers } from '../../storage/user-changes.ts';
import { AssertionRefused } from './assertion/refusal.ts';
import type { Subject } from './assertion/subject.ts';
import type { IdpRow } from './idps/queries.ts';

export interface AssertedUser {
  idp: IdpRow;
  orgId: string;
  mayMakeUser: boolean;
  subject: Subject;
  name: string;
  newUserId: string;
  now: number;
}

interface MatchedUser extends Record<string, unknown> {
  id: string;
  is_partner_admin: boolean;
  disabled_at: number | null;
}

export function acceptOnce(
  db: Database,
  { partnerId, issuer, id, expiresAt }: { partnerId: string; issuer: string; id: string; expiresAt: number },
): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO saml_assertions (partner_id, issuer, assertion_id, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING assertion_id`,
    [partnerId, issuer, id, expiresAt],
  );
}

export async function deleteExpiredAssertions(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM saml_assertions WHERE expires_at < $1', [now]);
}

export async function findOrMakeUser(tx: Database, asserted: AssertedUser): Promise<string | undefined> {
  const { idp, orgId, subject, now } = asserted;
  // `FOR SHARE` makes a request that disables the user or org wait for this commit. The advisory lock
  // prevents concurrent first sign-ons from creating two users.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('saml ' || $1, 0))`, [orgId]);
  const [org] = await tx.query('SELECT id FROM orgs WHERE id = $1 AND disabled_at IS NULL FOR SHARE', [
    orgId,
  ]);
  if (!org) return undefined;
  const key = [idp.owner_id, idp.idp_id, orgId, subject.nameId];
  const [existing] = await tx.query<MatchedUser>(
    `SELECT u.id, u.is_partner_admin, u.disabled_at FROM saml_identities i JOIN users u ON u.id = i.user_id
     WHERE i.owner_id = $1 AND i.idp_id = $2 AND i.org_id = $3 AND i.name_id = $4 FOR SHARE OF u`,
    key,
  );
  if (!existing && !asserted.mayMakeUser) return undefined;
  const user = existing ?? (await linkByEmail(tx, asserted)) ?? (await makeUser(tx, asserted));
  if (user.disabled_at !== null) return undefined;
  // An org's admins configure its provider. Without this check, they could sign on as a partner admin.
  if (user.is_partner_admin && idp.org_id !== null)
    throw new AssertionRefused(
      'is for an admin of the partner, who cannot sign on through an identity provider of an org',
    );
  if (!existing) {
    await tx.query(
      `INSERT INTO saml_identities (owner_id, idp_id, org_id, name_id, user_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [...key, user.id, now],
    );
  }
  return user.id;
}

/**
 * Comparison in lower case alone would equate `İ` and `i`, although the two addresses may belong to different
 * people.
 */
async function linkByEmail(
  tx: Database,
  { idp, orgId, subject }: AssertedUser,
): Promise<MatchedUser | undefined> {
  if (!idp.link_by_email || idp.org_id !== orgId || subject.email === '') return undefined;
  return first<MatchedUser>(
    tx,
    `SELECT id, is_partner_admin, disabled_at FROM users
     WHERE org_id = $1 AND lower(email) = lower($2) AND upper(email) = upper($2)
       AND NOT is_bot AND NOT is_partner_admin FOR SHARE`,
    [orgId, subject.email],
  );
}

async function makeUser(
  tx: Database,
  { idp, orgId, subject, name, newUserId, now }: AssertedUser,
): Promise<MatchedUser> {
  await tx.query(
    markingUsers(`INSERT INTO users (id, partner_id, org_id, email, first_name, last_name, name, language, default_language,
       created_at, updated_at)
     SELECT $1, $2, o.id, CASE WHEN EXISTS (SELECT FROM users WHERE org_id = $3 AND lower(email) = lower($4))
       THEN NULL ELSE nullif($4, '') END, $5, $6, $7, o.language, o.language, $8, $8
     FROM orgs o WHERE o.id = $3`),
    [newUserId, idp.partner_id, orgId, subject.email, subject.firstName, subject.lastName, name, now],
  );
  return { id: newUserId, is_partner_admin: false, disabled_at: null };
}
