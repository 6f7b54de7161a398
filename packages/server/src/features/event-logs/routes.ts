import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { invalidToken } from '../../errors.ts';
import {
  type App,
  abortOnDisconnect,
  addressKey,
  createCallLimit,
  createConcurrencyLimit,
  success,
} from '../../http/index.ts';
import { createPull } from '../bots/index.ts';
import { createBasicAuthentication } from '../oauth/index.ts';
import { logDeliveryRoutes } from './deliveries.ts';
import { noLog } from './no-log.ts';
import * as schema from './schema.ts';

const DEFAULT_LIMIT = 100;
const MAX_CONCURRENT_POLLS_PER_CLIENT = 16;

export function eventLogRoutes(app: App, env: Environment): void {
  logDeliveryRoutes(app, env);
  const pull = createPull(env);
  const authenticate = createBasicAuthentication(env);
  const limitPolls = createConcurrencyLimit('polls of a log', MAX_CONCURRENT_POLLS_PER_CLIENT);
  const calls = createCallLimit('calls', env.config.callsPerMinute, env.redis);
  const failures = createCallLimit('refused calls', env.config.failedTokenCallsPerMinute, env.redis);

  async function findClient(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const key = addressKey(request.ip);
    await failures.check(key, reply);
    const id = await authenticate(request.headers.authorization);
    if (id !== undefined) return id;
    await failures.take(key, reply);
    reply.header('www-authenticate', 'Basic realm="Ringbinder"');
    throw invalidToken('the Basic Authorization header needs the id and the secret of an enabled client');
  }

  app.get('/events', { schema: schema.listEvents, config: { auth: 'none' } }, async (request, reply) => {
    const { after = 0, limit = DEFAULT_LIMIT, wait = 0 } = request.query;
    const id = await findClient(request, reply);
    await calls.take(id, reply);
    const range = { after, limit, waitMs: wait * 1000 };
    const part = await limitPolls(id, () =>
      pull({ id, noLog }, range, abortOnDisconnect(reply), () => ({
        signal: new AbortController().signal,
        end: () => undefined,
      })),
    );
    // The client may have been disabled or its secret rotated.
    if (wait > 0) await findClient(request, reply);
    return success(part);
  });
}
