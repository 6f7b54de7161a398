import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, requireOrgAdmin, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { callerOf, idempotent } from '../../http/index.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AuditAction } from './details.ts';
import { type AuditEntry, recordAudit } from './record.ts';

export interface AdminChange {
  tx: Transaction;
  actor: Actor;
  at: number;
  record<A extends AuditAction, D extends object>(
    entry: Omit<AuditEntry<A, D>, 'at' | 'actorId' | 'address'>,
  ): Promise<void>;
  /** Every process drops its cached tokens when the transaction commits. */
  revokes(): Promise<void>;
}

/** The result is stored for retries, so its secrets must be sealed. */
export async function changeAsAdmin<T>(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (change: AdminChange) => Promise<T>,
): Promise<T> {
  const actor = callerOf(request);
  await requireAdminOfPath(env, actor, request.params as PathOwner);
  return idempotent(request, reply, env, (db) =>
    db.transaction((tx) => {
      const at = env.clock.now();
      const origin = { at, actorId: actor.userId, address: request.ip };
      const record: AdminChange['record'] = (entry) => recordAudit(tx, { ...entry, ...origin });
      const revokes = () => env.revocations.announce(tx, 'any');
      return work({ tx, actor, at, record, revokes });
    }),
  );
}

interface PathOwner {
  partner_id?: string;
  org_id?: string;
}

async function requireAdminOfPath(
  env: Environment,
  actor: Actor,
  { partner_id: partnerId, org_id: orgId }: PathOwner,
): Promise<void> {
  if (partnerId !== undefined) requirePartnerAdmin(actor, partnerId);
  else if (orgId !== undefined) await requireOrgAdmin(env.db, actor, orgId);
  else throw new Error('a change by an admin needs partner_id or org_id in its path');
}
