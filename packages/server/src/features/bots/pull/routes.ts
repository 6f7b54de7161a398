import type { FastifyReply } from 'fastify';
import type { Environment } from '../../../environment.ts';
import { type App, callerOf, success } from '../../../http/index.ts';
import * as schema from './schema.ts';
import { createPull } from './service.ts';

const USUAL_LIMIT = 100;

/** The log of a bot, for the bot itself. */
export function pullRoutes(app: App, env: Environment): void {
  const pull = createPull(env);
  app.get('/apps/events', { schema: schema.pullEvents }, async (request, reply) => {
    const { after = 0, limit = USUAL_LIMIT, wait = 0 } = request.query;
    const range = { after, limit, waitMs: wait * 1000 };
    return success(await pull(callerOf(request), range, goneSignal(reply)));
  });
}

/** Aborts when the caller hangs up. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
