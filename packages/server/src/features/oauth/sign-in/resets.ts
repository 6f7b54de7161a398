import type { Environment } from '../../../environment/environment.ts';
import { pageOrigin } from '../../../environment/page-origin.ts';
import { type Database, first, type Transaction } from '../../../storage/database.ts';
import { hashPassword } from '../../users/index.ts';
import { deleteDevices } from '../sessions/devices.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { mintToken } from '../tokens/issue.ts';
import { hashToken } from '../tokens/token-format.ts';

const LINK_MS = 60 * 60 * 1000;
/** The text of the set-up email states the same duration. Change both together. */
export const SETUP_LINK_MS = 7 * 24 * LINK_MS;

export const usesPasswords = `NOT EXISTS (SELECT FROM saml_idps i WHERE i.partner_id = u.partner_id
  AND i.sso_url <> '' AND (i.org_id IS NULL OR (i.org_id = u.org_id AND NOT u.is_partner_admin)))`;

/**
 * Only a set-up link is valid for longer than `LINK_MS`. It needs a user who has a password or no identity
 * provider.
 */
const isUsable = `r.expires_at > $2 AND u.disabled_at IS NULL
  AND NOT EXISTS (SELECT FROM orgs o WHERE o.id = u.org_id AND o.disabled_at IS NOT NULL)
  AND (r.expires_at - r.created_at <= ${LINK_MS} OR u.password_hash IS NOT NULL OR ${usesPasswords})`;

export async function createPasswordReset(
  env: Environment,
  tx: Transaction,
  userId: string,
): Promise<string> {
  await endPasswordResets(tx, userId);
  return addPasswordReset(env, tx, userId);
}

/** Earlier links remain valid, because anybody could otherwise invalidate the owner's link by requesting an email. */
export async function addPasswordReset(
  env: Environment,
  tx: Transaction,
  userId: string,
  lifetimeMs = LINK_MS,
): Promise<string> {
  const { text, hash } = mintToken();
  const at = env.clock.now();
  await tx.query(
    'INSERT INTO password_resets (hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
    [hash, userId, at, at + lifetimeMs],
  );
  return `${pageOrigin(env)}/reset-password?token=${text}`;
}

export async function endPasswordResets(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM password_resets WHERE user_id = $1', [userId]);
}

interface ResettingUser extends Record<string, unknown> {
  email: string | null;
  has_password: boolean;
}

export function findResetting(env: Environment, token: string): Promise<ResettingUser | undefined> {
  return first<ResettingUser>(
    env.db,
    `SELECT u.email, u.password_hash IS NOT NULL AS has_password FROM password_resets r JOIN users u ON u.id = r.user_id WHERE r.hash = $1 AND ${isUsable}`,
    [hashToken(token), env.clock.now()],
  );
}

export async function findNewestBinder(db: Database, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT b.id FROM binder_members m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.user_id = $1 AND m.role <> 'owner' ORDER BY m.created_at DESC, b.id LIMIT 1`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

export async function resetPassword(
  env: Environment,
  token: string,
  password: string,
): Promise<string | undefined> {
  // Check the link before hashing the password, which takes 40 ms.
  if (!(await findResetting(env, token))) return undefined;
  const passwordHash = await hashPassword(password);
  const at = env.clock.now();
  return env.db.transaction(async (tx) => {
    const [used] = await tx.query<{ user_id: string }>(
      `DELETE FROM password_resets r USING users u WHERE r.hash = $1 AND u.id = r.user_id AND ${isUsable} RETURNING r.user_id`,
      [hashToken(token), at],
    );
    if (!used) return undefined;
    await setPassword(env, tx, used.user_id, passwordHash);
    return used.user_id;
  });
}

/**
 * Ends the user's other sessions, reset links and known browsers, because an attacker with any of these could
 * undo the change.
 *
 * @param except the SHA-256 of the cookie of a session that does not end
 */
export async function setPassword(
  env: Environment,
  tx: Transaction,
  userId: string,
  passwordHash: string,
  except?: Buffer,
): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1', [
    userId,
    passwordHash,
    env.clock.now(),
  ]);
  await endPasswordResets(tx, userId);
  await deleteSessionsOf(tx, userId, except);
  await deleteDevices(tx, userId);
  await tx.query('DELETE FROM push_subscriptions WHERE user_id = $1', [userId]);
  await env.revocations.announce(tx, 'any');
}

export interface Resettable extends Record<string, unknown> {
  id: string;
  /**
   * Send emails only to this stored address. A typed `İ` matches a stored `i`, but can be another person's
   * address.
   */
  email: string;
  language: string;
  org_name: string;
}

export function findResettable(db: Database, email: string): Promise<Resettable[]> {
  return db.query<Resettable>(
    `SELECT u.id, u.email, u.language, o.name AS org_name FROM users u JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE lower(u.email) = lower($1) AND (u.password_hash IS NOT NULL OR ${usesPasswords}) AND u.disabled_at IS NULL AND NOT u.is_bot
     ORDER BY u.password_hash IS NULL, u.created_at LIMIT 5`,
    [email],
  );
}
