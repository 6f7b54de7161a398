import { timingSafeEqual } from 'node:crypto';
import type { Environment, EnvironmentName } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { type ReplyAddressRow, type ReplyTarget, storeReplyAddress } from './queries.ts';

/** Mail servers may change the case of an address, and allow only 64 characters before the `@`. */
const ADDRESS = /^reply\+([ps])([0-9a-z]{1,10})-([0-9a-f]{32})@(.+)$/;
const LETTERS: Record<EnvironmentName, string> = { production: 'p', sandbox: 's' };
const RADIX = 36;
const SIGNATURE_LENGTH = 32;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

type Signer = Pick<Environment, 'secrets' | 'name'>;

/** Undefined if INBOUND_MAIL is not set, or if the person may not write in the binder. */
export async function createReplyAddress(
  env: Signer & Pick<Environment, 'config' | 'clock'> & { db: Database },
  target: ReplyTarget,
): Promise<string | undefined> {
  const { inboundMail, inboundMailDomain } = env.config;
  if (inboundMail === undefined) return undefined;
  const id = await storeReplyAddress(env.db, target, env.clock.now() + LIFETIME_MS);
  if (id === undefined) return undefined;
  return `reply+${LETTERS[env.name]}${id.toString(RADIX)}-${signatureOf(env, id, target)}@${inboundMailDomain}`;
}

export interface ReadAddress {
  environment: string;
  id: number;
  signature: string;
}

/** Does not check the signature. */
export function readReplyAddress(address: string, domain: string): ReadAddress | undefined {
  const [, letter, id = '', signature = '', host] = ADDRESS.exec(address.toLowerCase()) ?? [];
  const [environment] = Object.entries(LETTERS).find(([, each]) => each === letter) ?? [];
  if (environment === undefined || host !== domain) return undefined;
  return { environment, id: Number.parseInt(id, RADIX), signature };
}

export function isSigned(env: Signer, { id, signature }: ReadAddress, row: ReplyAddressRow): boolean {
  const target = { userId: row.user_id, binderId: row.binder_id, messageId: row.message_id };
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(env, id, target)));
}

function signatureOf(
  { secrets, name }: Signer,
  id: number,
  { userId, binderId, messageId }: ReplyTarget,
): string {
  const signature = secrets.sign(`reply address ${name} ${id} ${userId} ${binderId} ${messageId}`);
  return Buffer.from(signature, 'base64url').toString('hex').slice(0, SIGNATURE_LENGTH);
}
