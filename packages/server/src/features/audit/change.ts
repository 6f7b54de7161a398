import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { callerOf, idempotent } from '../../http/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { type AuditEntry, recordAudit } from './record.ts';

/** A change by an admin under way: one transaction with its line in the audit list. */
export interface AdminChange {
  tx: Transaction;
  actor: Actor;
  /** The time of all that it does, in milliseconds since 1970. */
  at: number;
  /** Writes the change into the audit list: who, when and from where are known. */
  record(entry: Pick<AuditEntry, 'partnerId' | 'orgId' | 'action' | 'target' | 'details'>): Promise<void>;
  /** Has every process forget, with the commit, what it knows of tokens. */
  revokes(): Promise<void>;
}

/**
 * Makes a change by an admin: once for an Idempotency-Key, in one transaction. What `work` gives is remembered with the
 * key for a day, so a secret in it must be sealed. Throws what `work` throws; then nothing changed.
 */
export function changeAsAdmin<T>(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (change: AdminChange) => Promise<T>,
): Promise<T> {
  const actor = callerOf(request);
  return idempotent(request, reply, env, (db) =>
    db.transaction((tx) => {
      const at = env.clock.now();
      const who = { at, actorId: actor.userId, address: request.ip };
      const record: AdminChange['record'] = ({ partnerId, orgId, action, target, details }) =>
        recordAudit(tx, { partnerId, orgId, action, target, details, ...who });
      const revokes = () => env.revocations.announce(tx, 'any');
      return work({ tx, actor, at, record, revokes });
    }),
  );
}
