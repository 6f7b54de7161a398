import type { BotDelivery, DeliveryAttempt } from '@ringbinder/protocol';
import { orNotFound } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import {
  type App,
  callerOf,
  createConcurrencyLimit,
  idempotent,
  readCursor,
  slicePage,
  success,
} from '../../../http/index.ts';
import { createOutbound } from '../../../outbound/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import * as queries from './queries.ts';
import * as schema from './schema.ts';
import { administerBot, replay, sendTest } from './service.ts';

const USUAL_LIMIT = 100;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const TEST_TIMEOUT_MS = 15_000;
/** Per org. */
const MAX_CONCURRENT_TESTS = 4;

export function deliveryRoutes(app: App, env: Environment): void {
  const outbound = createOutbound({ allowsHttp: !env.config.production, timeoutMs: TEST_TIMEOUT_MS });
  const atOnce = createConcurrencyLimit('tests of bots', MAX_CONCURRENT_TESTS);
  app.addHook('onClose', () => outbound.close());
  const path = '/orgs/:org_id/bots/:client_id' as const;
  const botOf = (request: Parameters<typeof callerOf>[0], of: { org_id: string; client_id: string }) =>
    administerBot(env, callerOf(request), of.org_id, of.client_id);

  app.get(`${path}/deliveries`, { schema: schema.listDeliveries }, async (request) => {
    const bot = await botOf(request, request.params);
    const { limit = USUAL_LIMIT, cursor, state = 'any' } = request.query;
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const rows = await queries.findDeliveries(env.db, bot.user_id, state, before, limit + 1);
    const page = slicePage(rows, limit, (row) => [row.sequence]);
    const { rows: providedRows, ...next } = page;
    return success({ deliveries: providedRows.map(present), ...next });
  });

  app.get(`${path}/deliveries/:sequence`, { schema: schema.getDelivery }, async (request) => {
    const bot = await botOf(request, request.params);
    const { sequence } = request.params;
    const row = orNotFound(await queries.findDelivery(env.db, bot.user_id, sequence), 'event', sequence);
    const tries = await queries.findAttempts(env.db, bot.user_id, sequence);
    return success({ ...present(row), message: JSON.parse(row.body), tries: tries.map(presentAttempt) });
  });

  app.get(`${path}/health`, { schema: schema.getDeliveryHealth }, async (request) => {
    const bot = await botOf(request, request.params);
    const { days = 7 } = request.query;
    const step = days <= 2 ? HOUR : DAY;
    const now = env.clock.now();
    const until = now - (now % step);
    const span = { from: until + step - days * DAY, until, step };
    const periods = await queries.findHealth(env.db, bot.user_id, span);
    const { pending, oldest, dead } = await queries.countWaiting(env.db, bot.user_id);
    const { gone_at: goneAt, is_enabled: enabled, webhook_url: url } = bot;
    const state = { gone: goneAt !== null, enabled, pushed: url !== '' };
    return success({ periods, pending, oldest_pending_time: oldest, dead, ...state });
  });

  app.post(`${path}/replay`, { schema: schema.replayDeliveries }, async (request, reply) => {
    const bot = await botOf(request, request.params);
    const replayed = await changeAsAdmin(env, request, reply, (change) =>
      replay(env, change, bot, request.body),
    );
    return success({ replayed });
  });

  app.post(`${path}/test`, { schema: schema.testDelivery }, async (request, reply) => {
    const bot = await botOf(request, request.params);
    const by = { actor: callerOf(request), address: request.ip };
    // Runs before the transaction of `idempotent`. Inside it, a receiver that does not respond would occupy a database
    // connection for 15 seconds. So a retry with the same key posts again, but returns the first result.
    const attempt = await atOnce(bot.orgId, () => sendTest(env, outbound, bot, by));
    return success(presentAttempt(await idempotent(request, reply, env, async () => attempt)));
  });
}

function present(row: queries.DeliveryRow): BotDelivery {
  return {
    sequence: row.sequence,
    message_id: row.message_id,
    message_type: row.kind,
    binder_id: row.binder_id,
    created_time: row.created_at,
    state: row.state,
    attempts: row.attempts,
    last_attempt: row.last_attempt && presentAttempt(row.last_attempt),
  };
}

export function presentAttempt({ at, ms, status, reason, answer }: queries.AttemptRow): DeliveryAttempt {
  return { time: at, duration: ms, status, reason, answer };
}
