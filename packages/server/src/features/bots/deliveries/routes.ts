import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, createConcurrencyLimit, idempotent, success } from '../../../http/index.ts';
import { createOutbound } from '../../../outbound/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { deliveryResponses, presentAttempt } from './responses.ts';
import * as schema from './schema.ts';
import { administerBot, botTestMessage, replay, sendTest } from './service.ts';

const TEST_TIMEOUT_MS = 15_000;
const MAX_CONCURRENT_TESTS_PER_ORG = 4;

export function deliveryRoutes(app: App, env: Environment): void {
  const outbound = createOutbound({ allowsHttp: !env.config.production, timeoutMs: TEST_TIMEOUT_MS });
  const limitTests = createConcurrencyLimit('tests of bots', MAX_CONCURRENT_TESTS_PER_ORG);
  app.addHook('onClose', () => outbound.close());
  const path = '/orgs/:org_id/bots/:client_id' as const;
  const botOf = (request: Parameters<typeof callerOf>[0], of: { org_id: string; client_id: string }) =>
    administerBot(env, callerOf(request), of.org_id, of.client_id);

  app.get(`${path}/deliveries`, { schema: schema.listDeliveries }, async (request) =>
    success(await deliveryResponses.list(env, await botOf(request, request.params), request.query)),
  );

  app.get(`${path}/deliveries/:sequence`, { schema: schema.getDelivery }, async (request) =>
    success(await deliveryResponses.get(env, await botOf(request, request.params), request.params.sequence)),
  );

  app.get(`${path}/health`, { schema: schema.getDeliveryHealth }, async (request) =>
    success(await deliveryResponses.health(env, await botOf(request, request.params), request.query.days)),
  );

  app.post(`${path}/replay`, { schema: schema.replayDeliveries }, async (request, reply) => {
    const bot = await botOf(request, request.params);
    const replayed = await changeAsAdmin(env, request, reply, (change) =>
      replay(env, change, bot, request.body),
    );
    return success({ replayed });
  });

  app.post(`${path}/test`, { schema: schema.testDelivery }, async (request, reply) => {
    const bot = await botOf(request, request.params);
    const test = { actor: callerOf(request), address: request.ip, write: botTestMessage(bot) };
    // Inside `idempotent`, a silent receiver would occupy a database connection.
    const attempt = await limitTests(bot.orgId, () => sendTest(env, outbound, bot, test));
    return success(presentAttempt(await idempotent(request, reply, env, async () => attempt)));
  });
}
