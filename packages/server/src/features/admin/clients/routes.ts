import type { Client, ClientNotification } from '@ringbinder/protocol';
import { orNotFound, requirePartnerAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../../http/index.ts';
import { openForAnswer, type SealedSecret } from '../../../secrets/sealed-secret.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { presentAttempt } from '../../bots/index.ts';
import { type DeliveryRow, findDeliveries } from '../../push/index.ts';
import { WEBHOOK_GRACE } from '../secret.ts';
import { type ClientRow, findClient, findClients } from './queries.ts';
import * as schema from './schema.ts';
import { createClient, rotateClientSecret, rotatePushSecret, updateClient } from './service.ts';

const DEFAULT_LIMIT = 100;

export function clientRoutes(app: App, env: Environment): void {
  app.get('/partners/:partner_id/clients', { schema: schema.listClients }, async (request) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    const { limit = MAX_LIST_LIMIT, cursor, ...filter } = request.query;
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const clients = await findClients(env.db, partnerId, filter, after, limit + 1);
    const { rows, ...next } = slicePage(clients, limit, (row) => [row.sort_name, row.id]);
    return success({ clients: rows.map((row) => present(row, env.clock.now())), ...next });
  });

  app.post('/partners/:partner_id/clients', { schema: schema.createClient }, async (request, reply) => {
    const { client, secret, ...more } = await changeAsAdmin(env, request, reply, (change) =>
      createClient(env, change, request.params.partner_id, request.body),
    );
    return success({
      ...present(client, env.clock.now()),
      ...(secret && { client_secret: openForAnswer(env.secrets, secret) }),
      ...openSecrets(env, more),
    });
  });

  app.post(
    '/partners/:partner_id/clients/:client_id',
    { schema: schema.updateClient },
    async (request, reply) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      const { client, ...more } = await changeAsAdmin(env, request, reply, (change) =>
        updateClient(env, change, { partnerId, clientId }, request.body),
      );
      return success({
        ...present(client, env.clock.now()),
        ...openSecrets(env, more),
      });
    },
  );

  app.post(
    '/partners/:partner_id/clients/:client_id/rotate',
    { schema: schema.rotateClient },
    async (request, reply) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      const { grace_seconds: grace = 0 } = request.body;
      const { secret, oldUntil } = await changeAsAdmin(env, request, reply, (change) =>
        rotateClientSecret(env, change, { partnerId, clientId, kind: 'app' }, grace),
      );
      return success({
        client_id: clientId,
        client_secret: openForAnswer(env.secrets, secret),
        ...(oldUntil === null ? {} : { old_secret_until: oldUntil }),
      });
    },
  );

  app.post(
    '/partners/:partner_id/clients/:client_id/notifications/rotate',
    { schema: schema.rotateClientNotifications },
    async (request, reply) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      const { grace_seconds: grace = WEBHOOK_GRACE } = request.body;
      const { secret, oldUntil } = await changeAsAdmin(env, request, reply, (change) =>
        rotatePushSecret(env, change, { partnerId, clientId, of: 'notification' }, grace),
      );
      return success({
        client_id: clientId,
        notification_secret: openForAnswer(env.secrets, secret),
        ...(oldUntil === null ? {} : { old_secret_until: oldUntil }),
      });
    },
  );

  app.post(
    '/partners/:partner_id/clients/:client_id/events/rotate',
    { schema: schema.rotateClientEvents },
    async (request, reply) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      const { grace_seconds: grace = WEBHOOK_GRACE } = request.body;
      const { secret, oldUntil } = await changeAsAdmin(env, request, reply, (change) =>
        rotatePushSecret(env, change, { partnerId, clientId, of: 'events' }, grace),
      );
      return success({
        client_id: clientId,
        events_secret: openForAnswer(env.secrets, secret),
        ...(oldUntil === null ? {} : { old_secret_until: oldUntil }),
      });
    },
  );

  app.get(
    '/partners/:partner_id/clients/:client_id/notifications',
    { schema: schema.listClientNotifications },
    async (request) => {
      const { partner_id: partnerId, client_id: clientId } = request.params;
      requirePartnerAdmin(callerOf(request), partnerId);
      orNotFound(await findClient(env.db, partnerId, clientId), 'client', clientId);
      const { limit = DEFAULT_LIMIT, cursor, state = null } = request.query;
      const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
      const found = await findDeliveries(env.db, clientId, state, before, limit + 1);
      const { rows, ...next } = slicePage(found, limit, (row) => [row.id]);
      return success({ notifications: rows.map(presentNotification), ...next });
    },
  );
}

function openSecrets(
  { secrets }: Environment,
  { notificationSecret, eventsSecret }: Record<'notificationSecret' | 'eventsSecret', SealedSecret | null>,
) {
  return {
    ...(notificationSecret && { notification_secret: openForAnswer(secrets, notificationSecret) }),
    ...(eventsSecret && { events_secret: openForAnswer(secrets, eventsSecret) }),
  };
}

function presentNotification(row: DeliveryRow): ClientNotification {
  return {
    message_id: row.event_id,
    user_id: row.user_id,
    binder_id: row.binder_id,
    kind: row.kind,
    created_time: row.created_at,
    state: row.state,
    attempts: row.attempts,
    last_attempt: row.last_attempt && presentAttempt(row.last_attempt),
  };
}

function present(row: ClientRow, now: number): Client {
  const { old_secret_until: oldUntil } = row;
  return {
    client_id: row.id,
    name: row.name,
    org_id: row.org_id,
    redirect_uris: row.redirect_uris,
    origins: row.origins,
    grants: row.grants,
    scope: row.scope,
    public: row.is_public,
    trusted: row.is_trusted,
    disabled: row.disabled_at !== null,
    texts: row.texts as Client['texts'],
    created_time: row.created_at,
    ...(oldUntil === null || oldUntil <= now ? {} : { old_secret_until: oldUntil }),
    ...(row.notification_url === null ? {} : { notification_url: row.notification_url }),
    ...(row.notification_gone_at === null ? {} : { notification_gone: true as const }),
    ...(row.has_log ? { event_log: true as const } : {}),
    ...(row.events_url === null ? {} : { events_url: row.events_url }),
    ...(row.events_gone_at === null ? {} : { events_gone: true as const }),
  };
}
