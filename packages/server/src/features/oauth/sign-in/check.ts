import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { ApiError } from '../../../errors.ts';
import { withoutSlot } from '../../../limits/call-class.ts';
import { checkPassword, hashPassword } from '../../users/index.ts';
import { DEVICE_MS } from '../sessions/devices.ts';
import type { Attempt, CheckedAttempt, SignInAttempts } from './attempts.ts';
import { mailboxKey } from './mailbox-key.ts';

export interface SignedIn extends Record<string, unknown> {
  id: string;
  email: string;
  org_id: string;
  org_name: string;
  password_hash: string;
  is_known: boolean;
}

/** Each account costs one password hash. */
const MAX_ACCOUNTS = 5;

/** Longer than `MAX_ACCOUNTS` hashes, which take about 120 ms. */
export const ANSWER_INTERVAL_MS = 250;

let decoy: Promise<string> | undefined;

export interface Credentials {
  email: string;
  password: string;
  orgId: string | undefined;
  next: string;
}

export interface Origin {
  ip: string;
  device: Buffer | undefined;
  reply: FastifyReply;
}

/** Throws a 429 at a limit of attempts, unless an account that knows this browser has matched. */
export function checkSignIn(
  env: Environment,
  attempts: SignInAttempts,
  credentials: Credentials,
  origin: Origin,
): Promise<SignedIn[]> {
  return endAtInterval(() => check(env, attempts, credentials, origin));
}

/** Rounds the response time up, to hide the number of accounts. */
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
  { password, ...requestedCredentials }: Credentials,
  { device, ip, reply }: Origin,
): Promise<SignedIn[]> {
  const accounts = await findAccounts(env, requestedCredentials, device);
  const knownAccounts = accounts.filter((account) => account.is_known);
  const others = accounts.filter((account) => !account.is_known);
  const attempt = { ip, reply, mailbox: mailboxKey(requestedCredentials.email) };
  try {
    const fitting = await match({ known: knownAccounts, others }, password, { attempts, attempt, device });
    if (fitting.length === 0) recordRefusal(env, accounts, ip, { reason: 'wrong password' });
    return fitting;
  } catch (error) {
    const isLimit = error instanceof ApiError && error.status === 429;
    if (isLimit) recordRefusal(env, accounts, ip, { reason: 'too many attempts', isAlarming: true });
    throw error;
  }
}

function recordRefusal(
  { signIns }: Environment,
  accounts: readonly SignedIn[],
  address: string,
  why: { reason: string; isAlarming?: boolean },
): void {
  const ids = accounts.length > 0 ? accounts.map(({ id }) => id) : [undefined];
  for (const userId of ids)
    signIns.record({ action: 'sign-in.refuse', method: 'password', userId, address, ...why });
}

async function match(
  { known: knownAccounts, others }: { known: readonly SignedIn[]; others: readonly SignedIn[] },
  password: string,
  { attempts, attempt, device }: { attempts: SignInAttempts; attempt: Attempt; device: Buffer | undefined },
): Promise<SignedIn[]> {
  const fitting: SignedIn[] = [];
  if (device && knownAccounts.length > 0) {
    const check = () => checkPasswords(knownAccounts, password);
    fitting.push(...(await attempts.fromKnownDevice(device.toString('hex'), attempt, check)).fitting);
    if (others.length === 0) return fitting;
  }
  try {
    fitting.push(
      ...(await attempts.fromUnknownDevice(attempt, () => checkPasswords(others, password))).fitting,
    );
  } catch (error) {
    if (fitting.length === 0 || !(error instanceof ApiError && error.status === 429)) throw error;
  }
  return fitting;
}

async function checkPasswords(
  accounts: readonly SignedIn[],
  password: string,
): Promise<CheckedAttempt<SignedIn>> {
  if (accounts.length === 0) {
    decoy ??= hashPassword('there is no such password');
    await checkPassword(await decoy, password);
  }
  const checks = await Promise.all(
    accounts.map(({ password_hash }) => checkPassword(password_hash, password)),
  );
  const fitting = accounts.filter((_, index) => checks[index]);
  // An attacker can own an account with the victim's address and set its password to the next guess. This guess must
  // still count as wrong for the victim.
  return { fitting, isWrong: fitting.length === 0 || fitting.length < accounts.length };
}

function clientOf(next: string): string | null {
  const url = new URL(next, 'http://own.invalid');
  return url.pathname.endsWith('/oauth/authorize') ? url.searchParams.get('client_id') : null;
}

/** Omits accounts that the client does not serve, because they could exhaust `MAX_ACCOUNTS`. */
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
