import { orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, idempotent, idempotentWithoutData, success } from '../../http/index.ts';
import { pushKey } from './key.ts';
import * as schema from './schema.ts';
import { checkSubscription, subscribeDevice, unsubscribeDevice } from './subscriptions.ts';

/** Devices that receive pushes. */
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

  app.delete('/me/push_subscriptions/:id', { schema: schema.unsubscribe }, (request, reply) => {
    const { id } = request.params;
    return idempotentWithoutData(request, reply, env, async (db) => {
      const isRemoved = await unsubscribeDevice(db, callerOf(request).userId, id);
      orNotFound(isRemoved || undefined, 'push subscription', id);
    });
  });
}
