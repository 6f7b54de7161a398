import assert from 'node:assert/strict';
import type { Answer, CreatedPartner, CreatedUser, TestService } from '@ringbinder/testkit';

type Name =
  | 'partnerAdmin'
  | 'orgAdmin'
  | 'member'
  | 'bot'
  | 'otherOrgAdmin'
  | 'otherPartnerAdmin'
  | 'reader'
  | 'nobody';

/** The expected HTTP status for each caller. `reader` is an admin with a read-only token. */
export type AdminTable = Record<Name, number>;

export const notThePartner = {
  orgAdmin: 403,
  member: 403,
  bot: 403,
  otherOrgAdmin: 403,
  otherPartnerAdmin: 403,
  nobody: 401,
} satisfies Partial<AdminTable>;

export const notTheOrg = {
  member: 403,
  bot: 403,
  otherOrgAdmin: 403,
  otherPartnerAdmin: 403,
  nobody: 401,
} satisfies Partial<AdminTable>;

export interface Admins {
  partner: CreatedPartner;
  orgId: string;
  otherOrgId: string;
  users: Record<Exclude<Name, 'reader' | 'nobody'>, CreatedUser>;
  check(
    expected: AdminTable,
    call: (token: string | undefined, name: Name) => Promise<Answer>,
    readerIs?: 'partnerAdmin' | 'orgAdmin',
  ): Promise<void>;
}

export async function createAdmins({ make, env }: TestService): Promise<Admins> {
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  const orgId = await make.org(partner.id);
  const otherOrgId = await make.org(partner.id);
  const users = {
    partnerAdmin: await make.user({ partner, client }),
    orgAdmin: await make.user({ partner, client, orgId }),
    member: await make.user({ partner, client, orgId }),
    bot: await make.user({ partner, client, orgId, isBot: true }),
    otherOrgAdmin: await make.user({ partner, client, orgId: otherOrgId }),
    otherPartnerAdmin: await make.user(),
  };
  await promote(
    env.db,
    [users.orgAdmin.id, users.otherOrgAdmin.id, users.otherPartnerAdmin.id],
    'role = $2',
    'admin',
  );
  await promote(env.db, [users.partnerAdmin.id, users.otherPartnerAdmin.id], 'is_partner_admin = $2', true);
  return {
    partner,
    orgId,
    otherOrgId,
    users,
    async check(expected, call, readerIs = 'orgAdmin') {
      const tokens: [Name, string | undefined][] = [
        ...Object.entries(users).map(([name, user]) => [name as Name, user.token] as [Name, string]),
        ['reader', users[readerIs].readToken],
        ['nobody', undefined],
      ];
      for (const [name, token] of tokens) {
        const answer = await call(token, name);
        assert.equal(answer.status, expected[name], `${name}: ${JSON.stringify(answer.body)}`);
      }
    },
  };
}

async function promote(
  db: TestService['env']['db'],
  ids: string[],
  set: string,
  value: unknown,
): Promise<void> {
  await db.query(`UPDATE users SET ${set} WHERE id = ANY($1)`, [ids, value]);
}
