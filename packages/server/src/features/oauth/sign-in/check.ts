import type { Environment } from '../../../environment.ts';
import type { Database } from '../../../storage/database.ts';
import { checkPassword, hashPassword } from '../../users/index.ts';

/** Someone whose address and password fit. */
export interface SignedIn extends Record<string, unknown> {
  id: string;
  org_id: string;
  org_name: string;
  password_hash: string;
}

/** Orgs in which one address may have accounts: as many passwords are tried. */
const MOST_ACCOUNTS = 5;

let decoy: Promise<string> | undefined;

/**
 * The accounts that an e-mail address and a password fit: none, one, or several where someone is in several orgs.
 * Takes as long for an address that nobody has as for one with a wrong password.
 */
export async function checkSignIn(
  env: Environment,
  email: string,
  password: string,
  orgId: string | undefined,
): Promise<SignedIn[]> {
  const accounts = await findAccounts(env.db, email, orgId);
  if (accounts.length === 0) {
    decoy ??= hashPassword('there is no such password');
    await checkPassword(await decoy, password);
    return [];
  }
  const fitting: SignedIn[] = [];
  for (const account of accounts)
    if (await checkPassword(account.password_hash, password)) fitting.push(account);
  return fitting;
}

function findAccounts(db: Database, email: string, orgId: string | undefined): Promise<SignedIn[]> {
  return db.query<SignedIn>(
    `SELECT u.id, u.org_id, o.name AS org_name, u.password_hash FROM users u
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE lower(u.email) = lower($1) AND u.password_hash IS NOT NULL AND u.disabled_at IS NULL AND NOT u.is_bot
       AND ($2::text IS NULL OR u.org_id = $2)
     ORDER BY u.created_at LIMIT ${MOST_ACCOUNTS}`,
    [email, orgId ?? null],
  );
}
