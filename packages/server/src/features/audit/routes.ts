import type { AuditListEntry } from '@ringbinder/protocol';
import { requireOrgAdmin, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../http/index.ts';
import { type AuditFilter, type AuditRow, findAuditEntries } from './queries.ts';
import { OPERATOR } from './record.ts';
import { listOrgAudit, listPartnerAudit } from './schema.ts';

export function auditFeature(app: App, env: Environment): void {
  const list = async (
    of: Parameters<typeof findAuditEntries>[1],
    query: AuditFilter & { limit?: number; cursor?: string },
  ) => {
    const { limit = MAX_LIST_LIMIT, cursor, ...filter } = query;
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const entries = await findAuditEntries(env.db, of, filter, before, limit + 1);
    const { rows, ...next } = slicePage(entries, limit, (row) => [row.id]);
    return success({ entries: rows.map(present), ...next });
  };

  app.get('/orgs/:org_id/audit', { schema: listOrgAudit }, async (request) => {
    const { orgId } = await requireOrgAdmin(env.db, callerOf(request), request.params.org_id);
    return list({ orgId }, request.query);
  });

  app.get('/partners/:partner_id/audit', { schema: listPartnerAudit }, async (request) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    return list({ partnerId }, request.query);
  });
}

function present({ at, actor_id, actor_name, partner_id: _, ...row }: AuditRow): AuditListEntry {
  const name = actor_id === OPERATOR ? 'Operator of the server' : actor_name;
  return { ...row, time: at, actor: { id: actor_id, name } };
}
