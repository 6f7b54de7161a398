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

/** What someone signs in with. */
export interface Credentials {
  email: string;
  password: string;
  /** The org, where it was chosen. */
  orgId: string | undefined;
  /** Where to go afterwards. An authorization request names a client, and only accounts that it serves count then. */
  next: string;
}

/**
 * The accounts that an e-mail address and a password fit: none, one, or several where someone is in several orgs.
 * Takes as long for an address that nobody has as for one with a wrong password.
 */
export async function checkSignIn(
  env: Environment,
  { password, ...wanted }: Credentials,
): Promise<SignedIn[]> {
  const accounts = await findAccounts(env.db, wanted);
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

/** The client of an authorization request; null for another address. What is named twice is refused there. */
function clientOf(next: string): string | null {
  const url = new URL(next, 'http://own.invalid');
  return url.pathname.endsWith('/oauth/authorize') ? url.searchParams.get('client_id') : null;
}

/** Accounts of an address, of those whom the client serves where there is one: others would crowd them out. */
function findAccounts(
  db: Database,
  { email, orgId, next }: Omit<Credentials, 'password'>,
): Promise<SignedIn[]> {
  return db.query<SignedIn>(
    `SELECT u.id, u.org_id, o.name AS org_name, u.password_hash FROM users u
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE lower(u.email) = lower($1) AND u.password_hash IS NOT NULL AND u.disabled_at IS NULL AND NOT u.is_bot
       AND ($2::text IS NULL OR u.org_id = $2)
       AND NOT EXISTS (SELECT FROM clients c WHERE c.id = $3
         AND (c.partner_id <> u.partner_id OR c.org_id <> u.org_id))
     ORDER BY u.created_at LIMIT ${MOST_ACCOUNTS}`,
    [email, orgId ?? null, clientOf(next)],
  );
}
