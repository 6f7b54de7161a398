import { orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import {
  type App,
  addressKey,
  callerOf,
  createCallLimit,
  emptySuccess,
  idempotent,
  idempotentWithoutData,
  success,
} from '../../http/index.ts';
import { createPosting } from '../messages/index.ts';
import { answerPush } from './actions.ts';
import { pushKey } from './key.ts';
import * as schema from './schema.ts';
import { checkSubscription, subscribeDevice, unsubscribeDevice } from './subscriptions.ts';

/** Per IP address. Valid tokens do not count, because an office may share one address. */
const MAX_DEAD_TOKENS_PER_MINUTE = 60;

export function pushFeature(app: App, env: Environment): void {
  app.get('/push/key', { schema: schema.getKey }, async () => {
    const { publicKey } = await pushKey(env);
    return success({ key: publicKey });
  });

  app.post('/me/push_subscriptions', { schema: schema.subscribe }, async (request, reply) => {
    const { endpoint, keys, device = '' } = request.body;
    checkSubscription({ endpoint, keys }, env.config.pushPrivateNetwork);
    const { userId } = callerOf(request);
    const data = await idempotent(request, reply, env, async (db) => ({
      id: await subscribeDevice(env, db, userId, { endpoint, keys, device }, env.clock.now()),
    }));
    return success(data);
  });

  const limit = createCallLimit('answers to pushes that are over', MAX_DEAD_TOKENS_PER_MINUTE, env.redis);
  const postMessage = createPosting(env);
  app.post('/push/actions', { schema: schema.answer, config: { auth: 'none' } }, async (request, reply) => {
    const key = addressKey(request.ip);
    await limit.check(key, reply);
    reply.header('cache-control', 'no-store');
    await answerPush(env, postMessage, request.body).catch(async (error) => {
      if (error instanceof ApiError && error.status === 401) await limit.take(key, reply);
      throw error;
    });
    return emptySuccess;
  });

  app.delete('/me/push_subscriptions/:id', { schema: schema.unsubscribe }, (request, reply) => {
    const { id } = request.params;
    return idempotentWithoutData(request, reply, env, async (db) => {
      const isRemoved = await unsubscribeDevice(db, callerOf(request).userId, id);
      orNotFound(isRemoved || undefined, 'push subscription', id);
    });
  });
}
