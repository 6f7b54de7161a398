import { createHmac } from 'node:crypto';
import { userEvents } from '@ringbinder/server/features/event-logs/index.ts';
import type { TestService } from '@ringbinder/testkit';
import type { Admin } from './administration.ts';
import type { Recorder } from './recorder.ts';

export async function automate(
  service: TestService,
  { call }: Recorder,
  { token, partner_id, org_id, ben }: Admin,
  hook: string,
): Promise<void> {
  const partner = { token, path: { partner_id } };
  const integrator = await call('createClient', {
    ...partner,
    json: { name: 'Core banking', event_log: true },
  });
  const credentials = `${integrator.client_id}:${integrator.client_secret}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  // Clear the digest, so that the log records Ben again, with the last event.
  await userEvents.work(service.env);
  const { db } = service.env;
  await db.query(`UPDATE client_log_users SET digest = '' WHERE user_id = $1`, [ben.id]);
  await userEvents.work(service.env);
  const [{ sequence = 0 } = {}] = await db.query<{ sequence: number }>(
    'SELECT max(sequence) AS sequence FROM bot_events WHERE user_id = $1',
    [integrator.client_id],
  );
  await call('listEvents', { headers: { authorization }, query: { after: sequence - 1, limit: 1 } });
  const ofClient = { token, path: { partner_id, client_id: integrator.client_id } };
  await call('updateClient', { ...ofClient, json: { events_url: hook } });
  await call('rotateClientEvents', { ...ofClient, json: { grace_seconds: 3600 } });
  await call('listClientDeliveries', { ...ofClient, query: { limit: 1 } });
  await call('getClientDelivery', { token, path: { ...ofClient.path, sequence } });
  await call('getClientDeliveryHealth', { ...ofClient, query: { days: 1 } });
  await call('testClientDelivery', ofClient);
  await call('replayClientDeliveries', { ...ofClient, json: { sequences: [sequence] } });
  const app = await call('createBotApp', {
    ...partner,
    json: {
      name: 'Concierge',
      events: ['bot_enabled', 'bot_installed', 'bot_postback'],
      allow_private_network: true,
    },
  });
  const { client_id } = app;
  const ofApp = { token, path: { partner_id, client_id } };
  const inOrg = { token, path: { org_id, client_id } };
  await call('listBotApps', partner);
  await call('updateBotApp', { ...ofApp, json: { name: 'Front desk' } });
  const { client_secret } = await call('rotateBotApp', {
    ...ofApp,
    json: { secret: 'client', grace_seconds: 0 },
  });
  const { user } = await call('setOrgBot', { ...inOrg, json: { enabled: true } });
  await call('listOrgBots', { token, path: { org_id } });
  await call('listMyOrgBots', { token: ben.token, path: { org_id } });

  const timestamp = String(service.clock.now());
  const signature = createHmac('sha256', client_secret)
    .update(client_id + org_id + timestamp)
    .digest('base64url');
  const bot = await call('getBotToken', { query: { client_id, org_id, timestamp, signature } });

  const { id: binder_id } = await call('createBinder', {
    token,
    path: { user_id: 'me' },
    json: { name: 'Front desk' },
  });
  const binder = { token, path: { binder_id } };
  await call('addTeamUsers', { ...binder, json: { users: [{ user: { id: user.id } }] } });
  const posted = await call('postMessage', {
    token: bot.access_token,
    path: { binder_id },
    json: {
      message: { text: 'A taxi?', buttons: [{ type: 'postback', text: 'Now', payload: { minutes: 0 } }] },
    },
  });
  const { buttons } = await call('getMessage', {
    ...binder,
    path: { binder_id, message_id: posted.binder_comment_id },
  });
  const tap = { binder_id, message_id: posted.binder_comment_id, button_id: buttons[0].id };
  await call('tapButton', { token, path: tap });

  const poll = async (after: number) =>
    (await service.call('GET', `/apps/events?after=${after}&wait=10`, { token: bot.access_token })).body.data
      .events;
  for (let after = 0; after < 3; ) after += (await poll(after)).length;
  await call('pullEvents', { token: bot.access_token, query: { after: 2, limit: 1 } });
  await call('listDeliveries', { ...inOrg, query: { limit: 1 } });
  await call('getDelivery', { token, path: { org_id, client_id, sequence: 1 } });
  await call('getDeliveryHealth', { ...inOrg, query: { days: 1 } });
  await call('updateBotApp', { ...ofApp, json: { webhook_url: hook } });
  await call('testDelivery', inOrg);
  await call('replayDeliveries', { ...inOrg, json: { sequences: [1] } });
}
