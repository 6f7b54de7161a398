import { Email, NameText } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, invalid } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/index.ts';
import { insertOrg } from '../orgs/index.ts';
import { hashPassword, Password, preferredName, refuseNewPassword } from '../users/index.ts';
import { hashSetupToken, isSetupToken } from './link.ts';

const Name = NameText({ minLength: 1, maxLength: 200 });
const PersonName = NameText({ maxLength: 100 });

export const SetupClaim = Type.Object({
  partner_name: Name,
  org_name: Name,
  first_name: Type.Optional(PersonName),
  last_name: Type.Optional(PersonName),
  email: Email,
  password: Password,
});
export type SetupClaim = Static<typeof SetupClaim>;

export interface ClaimedSetup {
  partnerId: string;
  orgId: string;
  userId: string;
}

/** The caller has validated `claim`. */
export async function claimSetup(
  env: Environment,
  token: string,
  claim: SetupClaim,
  address = '',
  also: (tx: Transaction, claimed: ClaimedSetup, at: number) => Promise<void> = async () => {},
): Promise<ClaimedSetup> {
  // Check the token before hashing the password, which takes 40 ms.
  if (!(await isSetupToken(env, token))) throw noLink();
  const refusal = await refuseNewPassword(claim.password, claim.email);
  if (refusal !== undefined) throw invalid('password', refusal);
  const passwordHash = await hashPassword(claim.password);
  const at = env.clock.now();
  const { ids } = env;
  const claimed = { partnerId: ids.next('partner'), orgId: ids.next('org'), userId: ids.next('user') };
  await env.db.transaction(async (tx) => {
    const links = await tx.query(
      'DELETE FROM setup_links WHERE hash = $1 AND NOT EXISTS (SELECT FROM partners) RETURNING only_one',
      [hashSetupToken(token)],
    );
    if (links.length === 0) throw noLink();
    await insertAll(tx, claimed, claim, passwordHash, at);
    await recordAudit(tx, {
      at,
      actorId: claimed.userId,
      partnerId: claimed.partnerId,
      orgId: claimed.orgId,
      action: 'setup.claim',
      target: claimed.partnerId,
      details: { partner_name: claim.partner_name, org_name: claim.org_name, email: claim.email },
      address,
    });
    await also(tx, claimed, at);
  });
  return claimed;
}

function noLink() {
  return forbidden(because('setup_link_used'));
}

async function insertAll(
  tx: Transaction,
  { partnerId, orgId, userId }: ClaimedSetup,
  { partner_name, org_name, first_name, last_name, email }: SetupClaim,
  passwordHash: string,
  at: number,
): Promise<void> {
  await tx.query('INSERT INTO partners (id, name, default_org_id, created_at) VALUES ($1, $2, $3, $4)', [
    partnerId,
    partner_name,
    orgId,
    at,
  ]);
  await insertOrg(tx, { id: orgId, partnerId, name: org_name, at });
  const name = preferredName(first_name, last_name, email.split('@', 1)[0] ?? email);
  await tx.query(
    `INSERT INTO users (id, partner_id, org_id, email, password_hash, first_name, last_name, name, role, is_partner_admin,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'admin', true, $9, $9)`,
    [userId, partnerId, orgId, email, passwordHash, first_name ?? '', last_name ?? '', name, at],
  );
}
