import type { BotApp } from '@ringbinder/protocol';
import { requirePartnerAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../../http/index.ts';
import { openForAnswer } from '../../../secrets/sealed-secret.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { rotateClientSecret } from '../clients/service.ts';
import { WEBHOOK_GRACE } from '../secret.ts';
import { type BotAppRow, findBotApps } from './queries.ts';
import * as schema from './schema.ts';
import { createBotApp, rotateWebhookSecret, updateBotApp } from './service.ts';

export function botAppRoutes(app: App, env: Environment): void {
  app.get('/partners/:partner_id/bots', { schema: schema.listBotApps }, async (request) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    const { limit = MAX_LIST_LIMIT, cursor, q } = request.query;
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const bots = await findBotApps(env.db, partnerId, q, after, limit + 1);
    const { rows, ...next } = slicePage(bots, limit, (row) => [row.sort_name, row.id]);
    return success({ bots: rows.map((row) => present(row, env.clock.now())), ...next });
  });

  app.post('/partners/:partner_id/bots', { schema: schema.createBotApp }, async (request, reply) => {
    const { bot, client, webhook } = await changeAsAdmin(env, request, reply, (change) =>
      createBotApp(env, change, request.params.partner_id, request.body),
    );
    return success({
      ...present(bot, env.clock.now()),
      client_secret: openForAnswer(env.secrets, client),
      webhook_secret: openForAnswer(env.secrets, webhook),
    });
  });

  app.post(
    '/partners/:partner_id/bots/:client_id',
    { schema: schema.updateBotApp },
    async (request, reply) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      const bot = await changeAsAdmin(env, request, reply, (change) =>
        updateBotApp(env, change, { partnerId, clientId }, request.body),
      );
      return success(present(bot, env.clock.now()));
    },
  );

  app.post(
    '/partners/:partner_id/bots/:client_id/rotate',
    { schema: schema.rotateBotApp },
    async (request, reply) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      const { secret: which, grace_seconds: grace } = request.body;
      const { secret, oldUntil } = await changeAsAdmin(env, request, reply, (change) =>
        which === 'client'
          ? rotateClientSecret(env, change, { partnerId, clientId, kind: 'bot' }, grace ?? 0)
          : rotateWebhookSecret(env, change, { partnerId, clientId }, grace ?? WEBHOOK_GRACE),
      );
      const readable = openForAnswer(env.secrets, secret);
      return success({
        client_id: clientId,
        ...(which === 'client' ? { client_secret: readable } : { webhook_secret: readable }),
        ...(oldUntil === null ? {} : { old_secret_until: oldUntil }),
      });
    },
  );
}

function present(row: BotAppRow, now: number): BotApp {
  const { old_secret_until: oldUntil, old_webhook_secret_until: oldWebhookUntil } = row;
  return {
    client_id: row.id,
    name: row.name,
    webhook_url: row.webhook_url,
    events: row.events,
    picture_url: row.picture_url,
    allow_private_network: row.allow_private_network,
    expires_in_as_text: row.expires_in_as_text,
    sha1_signature_header: row.sha1_signature_header,
    gone: row.gone_at !== null,
    disabled: row.disabled_at !== null,
    created_time: row.created_at,
    ...(oldUntil === null || oldUntil <= now ? {} : { old_secret_until: oldUntil }),
    ...(oldWebhookUntil === null || oldWebhookUntil <= now
      ? {}
      : { old_webhook_secret_until: oldWebhookUntil }),
  };
}
