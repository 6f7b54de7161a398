import type { Environment } from '../environment/environment.ts';
import { append, type NewLogEntry } from '../log/index.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Actor } from './actor.ts';
import {
  type BinderAccess,
  type BinderNeed,
  lockBinderFor,
  lockBinderForMemberOrAdmin,
  type MemberOrAdminAccess,
} from './binder.ts';

export interface BinderCall {
  env: Environment;
  db: Database;
  actor: Actor;
  binderId: string;
}

export interface BinderChange {
  tx: Transaction;
  access: BinderAccess;
  at: number;
  log(entries: readonly NewLogEntry[]): Promise<number>;
}

export function changeBinder<T>(
  { env, db, actor, binderId }: Omit<BinderCall, 'actor'> & { actor: Pick<Actor, 'userId'> },
  need: BinderNeed,
  work: (change: BinderChange) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const access = await lockBinderFor(tx, actor, binderId, need);
    return work({ access, ...begin(env, tx, actor.userId, binderId) });
  });
}

export function changeBinderAsMemberOrAdmin<T>(
  { env, db, actor, binderId }: BinderCall,
  need: BinderNeed,
  work: (change: Omit<BinderChange, 'access'> & { access: MemberOrAdminAccess }) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const access = await lockBinderForMemberOrAdmin(tx, actor, binderId, need);
    return work({ access, ...begin(env, tx, actor.userId, binderId) });
  });
}

function begin(
  env: Environment,
  tx: Transaction,
  actorId: string,
  binderId: string,
): Omit<BinderChange, 'access'> {
  const at = env.clock.now();
  const context = { binderId, actorId, at, bus: env.bus };
  return { tx, at, log: (entries) => append(tx, context, entries) };
}
