import type { OrgClient } from '@ringbinder/protocol';
import { requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { notFound } from '../../../errors.ts';
import {
  type App,
  callerOf,
  emptySuccess,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../../http/index.ts';
import { hasRow, type Transaction } from '../../../storage/database.ts';
import { hasPart } from '../../../storage/has-part.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { listOrgClients, trustOrgClient } from './schema.ts';

interface OrgClientRow extends Record<string, unknown> {
  id: string;
  name: string;
  is_trusted: boolean;
  trusted_by_org: boolean;
  sort_name: string;
}

export function orgClientRoutes(app: App, env: Environment): void {
  app.get('/orgs/:org_id/clients', { schema: listOrgClients }, async (request) => {
    const access = await requireOrgAdmin(env.db, callerOf(request), request.params.org_id);
    const { limit = MAX_LIST_LIMIT, cursor, q } = request.query;
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const clients = await env.db.query<OrgClientRow>(
      `SELECT c.id, c.name, c.is_trusted, lower(c.name) AS sort_name, t.client_id IS NOT NULL AS trusted_by_org
       FROM clients c LEFT JOIN org_trusted_clients t ON t.client_id = c.id AND t.org_id = $2
       WHERE c.partner_id = $1 AND c.kind = 'app' AND c.disabled_at IS NULL AND (c.org_id IS NULL OR c.org_id = $2)
         AND (lower(c.name), c.id) > ($3, $4) AND ${hasPart('$5', 'c.name')}
       ORDER BY lower(c.name), c.id LIMIT $6`,
      [access.partnerId, access.orgId, ...after, q ?? null, limit + 1],
    );
    const { rows, ...next } = slicePage(clients, limit, (row) => [row.sort_name, row.id]);
    return success({ clients: rows.map(present), ...next });
  });

  app.post('/orgs/:org_id/clients/:client_id', { schema: trustOrgClient }, async (request, reply) => {
    const { client_id: clientId } = request.params;
    const { trusted } = request.body;
    await changeAsAdmin(env, request, reply, async ({ tx, at, actor, record }) => {
      const { orgId, partnerId } = await requireOrgAdmin(tx, actor, request.params.org_id);
      if (!(await serves(tx, clientId, orgId, partnerId))) throw notFound('client', clientId);
      await setTrust(tx, orgId, clientId, trusted ? at : null);
      const action = trusted ? 'client.trust' : 'client.distrust';
      await record({ partnerId, orgId, action, target: clientId, details: {} });
    });
    return emptySuccess;
  });
}

function serves(tx: Transaction, clientId: string, orgId: string, partnerId: string): Promise<boolean> {
  return hasRow(
    tx,
    `SELECT id FROM clients WHERE id = $1 AND partner_id = $3 AND kind = 'app' AND (org_id IS NULL OR org_id = $2)`,
    [clientId, orgId, partnerId],
  );
}

async function setTrust(tx: Transaction, orgId: string, clientId: string, at: number | null): Promise<void> {
  if (at === null) {
    await tx.query('DELETE FROM org_trusted_clients WHERE org_id = $1 AND client_id = $2', [orgId, clientId]);
    return;
  }
  await tx.query(
    'INSERT INTO org_trusted_clients (org_id, client_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [orgId, clientId, at],
  );
}

function present({ id, name, is_trusted, trusted_by_org }: OrgClientRow): OrgClient {
  return { client_id: id, name, trusted: trusted_by_org, trusted_by_partner: is_trusted };
}
