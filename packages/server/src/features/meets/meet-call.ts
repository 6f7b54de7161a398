import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { callerOf } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import type { MeetCall } from './service.ts';

export function meetCall(
  env: Environment,
  request: Pick<FastifyRequest, 'caller'> & { params: { session_key: string } },
  db: Database = env.db,
): MeetCall {
  return { env, db, actor: callerOf(request), sessionKey: request.params.session_key };
}
