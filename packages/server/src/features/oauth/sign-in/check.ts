import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { ApiError } from '../../../errors.ts';
import { withoutSlot } from '../../../limits/call-class.ts';
import { checkPassword, hashPassword } from '../../users/index.ts';
import { DEVICE_MS } from '../sessions/known-devices.ts';
import type { CheckedAttempt, SignInAttempts } from './attempts.ts';
import { mailboxKey } from './mailbox-key.ts';

/** Someone whose address and password fit. */
export interface SignedIn extends Record<string, unknown> {
  id: string;
  /** As the account has it. */
  email: string;
  org_id: string;
  org_name: string;
  password_hash: string;
  /** Whether somebody has signed in to it with this browser before. */
  is_known: boolean;
}

/** Orgs in which one address may have accounts: as many passwords are tried. */
const MAX_ACCOUNTS = 5;

/** Longer than the hashes of all accounts of an address, two at a time: some 120 ms. */
export const ANSWER_INTERVAL_MS = 250;

let decoy: Promise<string> | undefined;

export interface Credentials {
  email: string;
  password: string;
  /** The org, where it was chosen. */
  orgId: string | undefined;
  /** Where to go afterwards. An authorization request names a client, and only accounts that it serves count then. */
  next: string;
}

export interface Origin {
  ip: string;
  /** By knownDevice. */
  device: Buffer | undefined;
  reply: FastifyReply;
}

/**
 * The accounts that an e-mail address and a password fit: none, one, or several where someone is in several orgs.
 * Takes as long for an address that nobody has as for one with an account, or with five. Accounts that know the browser
 * are looked at whatever strangers have tried. Throws 429 when nothing may be looked at, or nothing that was looked at fits.
 */
export function checkSignIn(
  env: Environment,
  attempts: SignInAttempts,
  credentials: Credentials,
  origin: Origin,
): Promise<SignedIn[]> {
  return endAtInterval(() => check(env, attempts, credentials, origin));
}

/**
 * Does work, and ends at a multiple of ANSWER_INTERVAL_MS after it began, well or badly: how long it took tells nothing
 * but whether the machine was slow. Doing the most work for everybody would cost strangers' guesses five times as much.
 */
async function endAtInterval<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - begun;
    await withoutSlot(sleep(Math.ceil(spent / ANSWER_INTERVAL_MS) * ANSWER_INTERVAL_MS - spent));
  }
}

async function check(
  env: Environment,
  attempts: SignInAttempts,
  { password, ...wanted }: Credentials,
  { device, ip, reply }: Origin,
): Promise<SignedIn[]> {
  const accounts = await findAccounts(env, wanted, device);
  const known = accounts.filter((account) => account.is_known);
  const others = accounts.filter((account) => !account.is_known);
  const attempt = { ip, reply, mailbox: mailboxKey(wanted.email) };
  const fitting: SignedIn[] = [];
  if (device && known.length > 0) {
    const look = () => lookAt(known, password);
    fitting.push(...(await attempts.asKnown(device.toString('hex'), attempt, look)).fitting);
    if (others.length === 0) return fitting;
  }
  try {
    fitting.push(...(await attempts.asStranger(attempt, () => lookAt(others, password))).fitting);
  } catch (error) {
    if (fitting.length === 0 || !(error instanceof ApiError && error.status === 429)) throw error;
  }
  return fitting;
}

async function lookAt(accounts: readonly SignedIn[], password: string): Promise<CheckedAttempt<SignedIn>> {
  if (accounts.length === 0) {
    decoy ??= hashPassword('there is no such password');
    await checkPassword(await decoy, password);
  }
  const checks = await Promise.all(
    accounts.map(({ password_hash }) => checkPassword(password_hash, password)),
  );
  const fitting = accounts.filter((_, index) => checks[index]);
  // Who gives an account of their own somebody's address must not get guesses at the other for one that fits theirs.
  return { fitting, isWrong: fitting.length === 0 || fitting.length < accounts.length };
}

/** The client of an authorization request; null for another address. What is named twice is refused there. */
function clientOf(next: string): string | null {
  const url = new URL(next, 'http://own.invalid');
  return url.pathname.endsWith('/oauth/authorize') ? url.searchParams.get('client_id') : null;
}

/** Accounts of an address, of those whom the client serves where there is one: others would crowd them out. */
function findAccounts(
  { db, clock }: Environment,
  { email, orgId, next }: Omit<Credentials, 'password'>,
  device: Buffer | undefined,
): Promise<SignedIn[]> {
  return db.query<SignedIn>(
    `SELECT u.id, u.email, u.org_id, o.name AS org_name, u.password_hash, EXISTS (SELECT FROM sign_in_devices d
       WHERE d.hash = $4 AND d.user_id = u.id AND d.seen_at > $5) AS is_known
     FROM users u
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE lower(u.email) = lower($1) AND u.password_hash IS NOT NULL AND u.disabled_at IS NULL AND NOT u.is_bot
       AND ($2::text IS NULL OR u.org_id = $2)
       AND NOT EXISTS (SELECT FROM clients c WHERE c.id = $3
         AND (c.partner_id <> u.partner_id OR c.org_id <> u.org_id))
     ORDER BY is_known DESC, u.created_at LIMIT ${MAX_ACCOUNTS}`,
    [email, orgId ?? null, clientOf(next), device ?? null, clock.now() - DEVICE_MS],
  );
}
