import { Readable } from 'node:stream';
import type { AuditListEntry } from '@ringbinder/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireOrgAdmin, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../http/index.ts';
import { AUDIT_CSV_HEADER, auditCsvRow } from './csv.ts';
import { type AuditFilter, type AuditRow, findAuditEntries } from './queries.ts';
import { OPERATOR, recordAudit } from './record.ts';
import { exportOrgAudit, exportPartnerAudit, listOrgAudit, listPartnerAudit } from './schema.ts';

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

  const exportTable = async (
    owner: { orgId?: string; partnerId: string },
    filter: AuditFilter,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { orgId, partnerId } = owner;
    const { actor_id, from, until } = filter;
    const of = orgId === undefined ? { partnerId } : { orgId };
    const target = orgId ?? partnerId;
    const [latest] = await findAuditEntries(env.db, of, filter, Number.MAX_SAFE_INTEGER, 1);
    await env.db.transaction((tx) =>
      recordAudit(tx, {
        at: env.clock.now(),
        actorId: callerOf(request).userId,
        address: request.ip,
        partnerId,
        orgId,
        action: 'audit.export',
        target,
        details: { actor_id, of_action: filter.action, of_target: filter.target, from, until },
      }),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-${target}.csv"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(Readable.from(rowsOf(env, of, filter, (latest?.id ?? 0) + 1), { objectMode: false }));
  };

  app.get('/orgs/:org_id/audit/export', { schema: exportOrgAudit }, async (request, reply) => {
    const owner = await requireOrgAdmin(env.db, callerOf(request), request.params.org_id);
    return exportTable(owner, request.query, request, reply);
  });

  app.get('/partners/:partner_id/audit/export', { schema: exportPartnerAudit }, async (request, reply) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    return exportTable({ partnerId }, request.query, request, reply);
  });
}

const EXPORT_BATCH = 1000;

/** Reads by position, because a database cursor would occupy a connection for as long as a slow reader takes. */
async function* rowsOf(
  { db }: Environment,
  of: Parameters<typeof findAuditEntries>[1],
  filter: AuditFilter,
  end: number,
): AsyncGenerator<string> {
  yield AUDIT_CSV_HEADER;
  for (let before = end; ; ) {
    const rows = await findAuditEntries(db, of, filter, before, EXPORT_BATCH);
    if (rows.length > 0) yield rows.map((row) => auditCsvRow(present(row))).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_BATCH) return;
    before = last.id;
  }
}

function present({ at, actor_id, actor_name, partner_id: _, ...row }: AuditRow): AuditListEntry {
  const name = actor_id === OPERATOR ? 'Operator of the server' : actor_name;
  return { ...row, time: at, actor: { id: actor_id, name } };
}
