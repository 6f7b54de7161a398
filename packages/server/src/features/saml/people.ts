import { type Database, first, hasRow } from '../../storage/database.ts';
import { AssertionRefused } from './assertion/refusal.ts';
import type { Subject } from './assertion/subject.ts';
import type { IdpRow } from './idps/queries.ts';

/** Someone of an org whom a provider vouches for. */
export interface AssertedUser {
  idp: IdpRow;
  orgId: string;
  /** Whether somebody who is new there becomes a user. */
  mayMakeUser: boolean;
  subject: Subject;
  /** The name to show, never empty. */
  name: string;
  newUserId: string;
  now: number;
}

interface FoundUser extends Record<string, unknown> {
  id: string;
  is_partner_admin: boolean;
  disabled_at: number | null;
}

/** Remembers that an assertion was accepted, in one statement. Tells whether it was the first time. */
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

/** Forgets assertions that would be refused as expired anyway. @param now milliseconds since 1970 */
export async function deleteExpiredAssertions(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM saml_assertions WHERE expires_at < $1', [now]);
}

/**
 * Finds or makes the user of a NameID; undefined when the user or the org is disabled, or somebody may not be made.
 * Throws AssertionRefused for an admin of the partner whom an org's provider vouches for. Run it in a transaction.
 */
export async function findOrMakeUser(tx: Database, vouched: AssertedUser): Promise<string | undefined> {
  const { idp, orgId, subject, now } = vouched;
  // The shares keep user and org as they are until the token is stored: disabling waits, and ends that token too.
  // Row locks cannot hold what is not there yet: whoever comes first of two with one new name makes the user.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('saml ' || $1, 0))`, [orgId]);
  const [org] = await tx.query('SELECT id FROM orgs WHERE id = $1 AND disabled_at IS NULL FOR SHARE', [
    orgId,
  ]);
  if (!org) return undefined;
  const key = [idp.owner_id, idp.idp_id, orgId, subject.nameId];
  const [known] = await tx.query<FoundUser>(
    `SELECT u.id, u.is_partner_admin, u.disabled_at FROM saml_identities i JOIN users u ON u.id = i.user_id
     WHERE i.owner_id = $1 AND i.idp_id = $2 AND i.org_id = $3 AND i.name_id = $4 FOR SHARE OF u`,
    key,
  );
  if (!known && !vouched.mayMakeUser) return undefined;
  const user = known ?? (await linkByEmail(tx, vouched)) ?? (await makeUser(tx, vouched));
  if (user.disabled_at !== null) return undefined;
  // Admins of an org say who its provider is: by it they would be an admin of the partner.
  if (user.is_partner_admin && idp.org_id !== null)
    throw new AssertionRefused('is of an admin of the partner, whom no identity provider of an org signs on');
  if (!known) {
    await tx.query(
      `INSERT INTO saml_identities (owner_id, idp_id, org_id, name_id, user_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [...key, user.id, now],
    );
  }
  return user.id;
}

/**
 * The user with the same address, where the org's provider may say so. Never a bot or an admin of the partner. The same is
 * what is so in small letters and in capitals: the small letter of `İ` is `i`, and its mailbox may be somebody else's.
 */
async function linkByEmail(
  tx: Database,
  { idp, orgId, subject }: AssertedUser,
): Promise<FoundUser | undefined> {
  if (!idp.link_by_email || idp.org_id !== orgId || subject.email === '') return undefined;
  return first<FoundUser>(
    tx,
    `SELECT id, is_partner_admin, disabled_at FROM users
     WHERE org_id = $1 AND lower(email) = lower($2) AND upper(email) = upper($2)
       AND NOT is_bot AND NOT is_partner_admin FOR SHARE`,
    [orgId, subject.email],
  );
}

/** A new user; without address when somebody of the org has it, for it is theirs. */
async function makeUser(
  tx: Database,
  { idp, orgId, subject, name, newUserId, now }: AssertedUser,
): Promise<FoundUser> {
  await tx.query(
    `INSERT INTO users (id, partner_id, org_id, email, first_name, last_name, name, created_at, updated_at)
     SELECT $1, $2, $3, CASE WHEN EXISTS (SELECT FROM users WHERE org_id = $3 AND lower(email) = lower($4))
       THEN NULL ELSE nullif($4, '') END, $5, $6, $7, $8, $8`,
    [newUserId, idp.partner_id, orgId, subject.email, subject.firstName, subject.lastName, name, now],
  );
  return { id: newUserId, is_partner_admin: false, disabled_at: null };
}
