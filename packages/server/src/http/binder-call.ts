import type { FastifyRequest } from 'fastify';
import type { BinderCall } from '../access/index.ts';
import type { Environment } from '../environment/environment.ts';
import type { Database } from '../storage/database.ts';
import { callerOf } from './bearer.ts';

export function binderCall(
  env: Environment,
  request: Pick<FastifyRequest, 'caller'> & { params: { binder_id: string } },
  db: Database = env.db,
): BinderCall {
  return { env, db, actor: callerOf(request), binderId: request.params.binder_id };
}
