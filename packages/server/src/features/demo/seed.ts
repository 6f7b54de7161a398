import { hash } from '@node-rs/argon2';
import type { Environment } from '../../environment/environment.ts';
import { type Database, hasRow, type Transaction } from '../../storage/database.ts';
import { createBinder } from '../binders/index.ts';
import { clientGrants } from '../oauth/index.ts';
import { addEditors, insertExample } from './example.ts';
import type { DemoPart } from './plan.ts';

/** Same parameters as in `users/password.ts`. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function seedDemo(env: Environment, part: DemoPart): Promise<boolean> {
  // Most databases are already filled, and hashing takes time.
  if (await isFilled(env)) return false;
  const hashes = await hashPasswords(part);
  return env.db.transaction(async (tx) => {
    // A second process waits here, and then finds the database filled.
    const claimed = await tx.query(
      `INSERT INTO settings (name, value) VALUES ('demo', 'true') ON CONFLICT (name) DO NOTHING RETURNING name`,
    );
    if (claimed.length === 0) return false;
    await fillWithDemo(env, tx, part, hashes);
    return true;
  });
}

export function hashPasswords(part: DemoPart): Promise<string[]> {
  return Promise.all(part.users.map((user) => hash(user.password, ARGON2)));
}

export async function fillWithDemo(
  env: Environment,
  tx: Transaction,
  part: DemoPart,
  hashes: string[],
): Promise<void> {
  const at = env.clock.now();
  await insertOrgs(tx, part, at);
  await insertUsers(tx, part, hashes, at);
  await insertClients(tx, env, part, at);
  await insertBinders(tx, env, part, at);
}

export function isFilled({ db }: Environment): Promise<boolean> {
  return hasRow(db, 'SELECT id FROM partners LIMIT 1');
}

export function holdsDemo({ db }: Environment, { partner_id }: DemoPart): Promise<boolean> {
  return hasRow(db, 'SELECT id FROM partners WHERE id = $1', [partner_id]);
}

/** The origin of this server may have changed since the last start. */
export async function openPlayground(
  env: Environment,
  db: Pick<Database, 'query'>,
  { client }: DemoPart,
): Promise<void> {
  await db.query(
    'UPDATE clients SET origins = array_append(origins, $2) WHERE id = $1 AND NOT ($2 = ANY(origins)) AND cardinality(origins) < 20',
    [client.client_id, new URL(env.baseUrl()).origin],
  );
}

export function holdsAnyDemo({ db }: Environment): Promise<boolean> {
  return hasRow(db, "SELECT name FROM settings WHERE name = 'demo'");
}

async function insertOrgs(tx: Database, part: DemoPart, at: number): Promise<void> {
  await tx.query('INSERT INTO partners (id, name, default_org_id, created_at) VALUES ($1, $2, $3, $4)', [
    part.partner_id,
    'Demo partner',
    part.org_id,
    at,
  ]);
  await tx.query(
    `INSERT INTO orgs (id, partner_id, name, created_at) SELECT id, $1, name, $4 FROM unnest($2::text[], $3::text[]) AS o (id, name)`,
    [part.partner_id, [part.org_id, part.other_org_id], ['Demo Bank', 'Demo Clinic'], at],
  );
}

async function insertUsers(tx: Database, part: DemoPart, hashes: string[], at: number): Promise<void> {
  for (const [index, user] of part.users.entries()) {
    const [firstName = '', lastName = ''] = user.name.split(' ', 2);
    const admin = user.role === 'admin';
    await tx.query(
      `INSERT INTO users (id, partner_id, org_id, unique_id, email, password_hash, first_name, last_name, name, role, is_partner_admin, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
      [
        user.id,
        part.partner_id,
        index === part.users.length - 1 ? part.other_org_id : part.org_id,
        user.unique_id,
        user.email,
        hashes[index],
        firstName,
        lastName,
        user.name,
        user.role,
        admin,
        at,
      ],
    );
  }
}

async function insertClients(tx: Database, env: Environment, part: DemoPart, at: number): Promise<void> {
  const { client, bot } = part;
  const insert = `INSERT INTO clients (id, partner_id, kind, name, secret_sealed, redirect_uris, origins, grants, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
  const secretOf = ({ client_secret }: { client_secret: string }) => env.secrets.seal(client_secret);
  const grants = [...clientGrants];
  await tx.query(insert, [
    client.client_id,
    part.partner_id,
    'app',
    'Demo app',
    secretOf(client),
    [client.redirect_uri],
    ['http://localhost:3000', 'http://127.0.0.1:3000'],
    grants,
    at,
  ]);
  await tx.query(insert, [bot.client_id, part.partner_id, 'bot', 'Demo bot', secretOf(bot), [], [], [], at]);
  await tx.query('INSERT INTO bots (client_id, webhook_secret_sealed) VALUES ($1, $2)', [
    bot.client_id,
    env.secrets.seal(bot.webhook_secret),
  ]);
  await tx.query(
    `INSERT INTO users (id, partner_id, org_id, name, is_bot, created_at, updated_at) VALUES ($1, $2, $3, 'Demo bot', true, $4, $4)`,
    [bot.user_id, part.partner_id, part.org_id, at],
  );
  await tx.query('INSERT INTO org_bots (org_id, client_id, user_id, enabled_at) VALUES ($1, $2, $3, $4)', [
    part.org_id,
    bot.client_id,
    bot.user_id,
    at,
  ]);
}

async function insertBinders(tx: Transaction, env: Environment, part: DemoPart, at: number): Promise<void> {
  const [owner, first, second] = part.users;
  if (!owner || !first || !second) throw new Error('the demo has too few people');
  const actor = { userId: owner.id, orgId: part.org_id, partnerId: part.partner_id };
  await insertExample(env, tx, {
    ...actor,
    clientId: part.client.client_id,
    owner,
    colleagues: [first, second],
  });
  await createBinder(env, tx, actor, {
    id: part.binder_id,
    name: 'Welcome to Ringbinder',
    description: 'A first binder to try things in.',
    conversation: false,
  });
  await addEditors(tx, part.binder_id, [first, second], at);
}
