import type { UsageDay } from '@ringbinder/protocol';
import { requireOrgAdmin, requirePartnerAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, success } from '../../../http/index.ts';
import { countBinders, countBytes } from '../../orgs/index.ts';
import { DAY_MS } from './count.ts';
import { findLastBackup } from './last-backup.ts';
import { findTotals, findUsage, type OrgIdsSql, orgIdsSql, type UsageRow } from './queries.ts';
import { getOrgUsage, getPartnerUsage } from './schema.ts';

const DEFAULT_DAYS = 30;

export function usageRoutes(app: App, env: Environment): void {
  const loadUsage = async (orgIds: OrgIdsSql, ownerId: string, days = DEFAULT_DAYS) => {
    const today = Math.floor(env.clock.now() / DAY_MS);
    const period = [today - days + 1, today] as const;
    const rows = await findUsage(env.db, orgIds, ownerId, period);
    return { days: rows.map(present), totals: await findTotals(env.db, orgIds, ownerId, period) };
  };

  app.get('/orgs/:org_id/usage', { schema: getOrgUsage }, async (request) => {
    const { orgId } = await requireOrgAdmin(env.db, callerOf(request), request.params.org_id);
    const { days, totals } = await loadUsage(orgIdsSql.org, orgId, request.query.days);
    const binders = await countBinders(env.db, orgId);
    return success({ days, totals: { ...totals, binders, bytes: await countBytes(env.db, orgId) } });
  });

  app.get('/partners/:partner_id/usage', { schema: getPartnerUsage }, async (request) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    const lastBackup = await findLastBackup(env.db);
    return success({
      ...(await loadUsage(orgIdsSql.partner, partnerId, request.query.days)),
      ...(lastBackup && { last_backup: lastBackup }),
    });
  });
}

function present({ day, ...counts }: UsageRow): UsageDay {
  return { ...counts, day: new Date(day * DAY_MS).toISOString().slice(0, 10) };
}
