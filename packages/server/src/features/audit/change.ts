import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, requireOrgAdmin, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { callerOf, idempotent } from '../../http/index.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AuditAction } from './details.ts';
import { type AuditEntry, recordAudit } from './record.ts';

/** A change by an admin under way: one transaction with its line in the audit log. */
export interface AdminChange {
  tx: Transaction;
  actor: Actor;
  /** The time of all that it does, in milliseconds since 1970. */
  at: number;
  /** Writes the change into the audit log: who, when and from where are known. */
  record<A extends AuditAction, D extends object>(
    entry: Omit<AuditEntry<A, D>, 'at' | 'actorId' | 'address'>,
  ): Promise<void>;
  /** Has every process forget, with the commit, what it knows of tokens. */
  revokes(): Promise<void>;
}

/**
 * Makes a change by an admin of the partner or org in the path: once for an Idempotency-Key, in one transaction. Whether
 * the caller is one is asked first, each time, so nobody who was demoted gets an answer of before. What `work` gives is
 * stored with the key, so a secret in it must be sealed. Throws what `work` throws; then nothing changed.
 */
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
      const who = { at, actorId: actor.userId, address: request.ip };
      const record: AdminChange['record'] = (entry) => recordAudit(tx, { ...entry, ...who });
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
