import { because, preconditionFailed } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Throws `preconditionFailed` if `change` costs the partner or org its last admin. The lock prevents
 * concurrent changes from removing each other's last admin.
 */
export async function withoutLosingAdmins(
  tx: Transaction,
  { partnerId, orgId }: { partnerId: string; orgId: string },
  change: () => Promise<void>,
): Promise<void> {
  await tx.query('SELECT id FROM partners WHERE id = $1 FOR NO KEY UPDATE', [partnerId]);
  const before = await countAdmins(tx, partnerId, orgId);
  await change();
  const after = await countAdmins(tx, partnerId, orgId);
  if (before.of_partner > 0 && after.of_partner === 0)
    throw preconditionFailed(because('last_partner_admin'));
  if (before.of_org > 0 && after.of_org === 0) throw preconditionFailed(because('last_org_admin'));
}

async function countAdmins(tx: Transaction, partnerId: string, orgId: string) {
  const [row] = await tx.query<{ of_partner: number; of_org: number }>(
    `SELECT count(*) FILTER (WHERE u.is_partner_admin AND o.disabled_at IS NULL) AS of_partner,
            count(*) FILTER (WHERE u.role = 'admin' AND u.org_id = $2) AS of_org
     FROM users u JOIN orgs o ON o.id = u.org_id
     WHERE u.partner_id = $1 AND u.disabled_at IS NULL AND (u.is_partner_admin OR u.role = 'admin')`,
    [partnerId, orgId],
  );
  return row ?? { of_partner: 0, of_org: 0 };
}
