import { type Actor, orNotFound, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, createConcurrencyLimit, idempotent, success } from '../../http/index.ts';
import { createOutbound } from '../../outbound/index.ts';
import { changeAsAdmin } from '../audit/index.ts';
import { deliveryResponses, presentAttempt, type Receiver, replay, sendTest } from '../bots/index.ts';
import { noLog } from './no-log.ts';
import { findLogTarget, findUser } from './queries.ts';
import * as schema from './schema.ts';
import { writeUser } from './users.ts';

const TEST_TIMEOUT_MS = 15_000;
const MAX_CONCURRENT_TESTS_PER_PARTNER = 4;

interface OfClient {
  partner_id: string;
  client_id: string;
}

export function logDeliveryRoutes(app: App, env: Environment): void {
  const outbound = createOutbound({ allowsHttp: !env.config.production, timeoutMs: TEST_TIMEOUT_MS });
  const limitTests = createConcurrencyLimit('tests of clients', MAX_CONCURRENT_TESTS_PER_PARTNER);
  app.addHook('onClose', () => outbound.close());
  const path = '/partners/:partner_id/clients/:client_id' as const;
  const clientOf = (request: Parameters<typeof callerOf>[0], of: OfClient) =>
    administerClient(env, callerOf(request), of);

  app.get(`${path}/deliveries`, { schema: schema.listDeliveries }, async (request) =>
    success(await deliveryResponses.list(env, await clientOf(request, request.params), request.query)),
  );

  app.get(`${path}/deliveries/:sequence`, { schema: schema.getDelivery }, async (request) =>
    success(
      await deliveryResponses.get(env, await clientOf(request, request.params), request.params.sequence),
    ),
  );

  app.get(`${path}/health`, { schema: schema.getDeliveryHealth }, async (request) =>
    success(await deliveryResponses.health(env, await clientOf(request, request.params), request.query.days)),
  );

  app.post(`${path}/replay`, { schema: schema.replayDeliveries }, async (request, reply) => {
    const client = await clientOf(request, request.params);
    const replayed = await changeAsAdmin(env, request, reply, (change) =>
      replay(env, change, client, request.body),
    );
    return success({ replayed });
  });

  app.post(`${path}/test`, { schema: schema.testDelivery }, async (request, reply) => {
    const client = await clientOf(request, request.params);
    const actor = callerOf(request);
    const write = async (messageId: string, at: number) => {
      const user = orNotFound(await findUser(env.db, client.clientId, actor.userId), 'user', actor.userId);
      return writeUser('user_updated', user, messageId, at);
    };
    // Inside `idempotent`, a silent receiver would occupy a database connection.
    const attempt = await limitTests(client.partnerId, () =>
      sendTest(env, outbound, client, { actor, address: request.ip, write }),
    );
    return success(presentAttempt(await idempotent(request, reply, env, async () => attempt)));
  });
}

async function administerClient(
  env: Environment,
  actor: Actor,
  { partner_id: partnerId, client_id: clientId }: OfClient,
): Promise<Receiver> {
  requirePartnerAdmin(actor, partnerId);
  const target = orNotFound(
    await findLogTarget(env.db, partnerId, clientId, env.clock.now()),
    'client',
    clientId,
  );
  const { org_id: orgId, has_log: hasLog, ...rest } = target;
  if (!hasLog) throw noLog();
  return {
    ...rest,
    user_id: clientId,
    orgId: orgId ?? undefined,
    partnerId,
    clientId,
    noun: 'client',
  };
}
