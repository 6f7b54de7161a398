import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { createOutbound, type Outbound } from '../../outbound/index.ts';
import { signTokenRequest } from '../oauth/bot-token/bot-token.ts';
import { createAdmins } from '../orgs/testing/admins.ts';
import { type Delivery, startDelivery } from './delivery/start.ts';
import { pushFixtures } from './testing/push-fixture.ts';

let service: TestService;
let outbound: Outbound;
let delivery: Delivery | undefined;
const { fixture, change, post, settled, closeReceivers } = pushFixtures(() => service);
beforeAll(async () => {
  service = await startService({ botLog: true });
  outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
});
beforeEach(() => {
  delivery = startDelivery(service.env, outbound);
});
afterEach(async () => {
  await delivery?.stop();
  await closeReceivers();
});
afterAll(async () => {
  await outbound.close();
  await service.close();
});

test('[COMPAT-17] [BOTTOKEN-5] expires_in is a number, and a text for a bot that is configured so', async () => {
  const partner = await service.make.partner();
  const bot = await service.make.bot({ partner });
  const tokenOf = async () => {
    const request = { clientId: bot.clientId, orgId: partner.orgId, timestamp: String(service.clock.now()) };
    const query = new URLSearchParams({
      client_id: request.clientId,
      org_id: request.orgId,
      timestamp: request.timestamp,
      signature: signTokenRequest(bot.clientSecret, request).toString('base64url'),
    });
    const { status, body } = await service.call('GET', `/apps/token?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  assert.equal((await tokenOf()).expires_in, 43_200);
  await change(bot, 'expires_in_as_text = true');
  const token = await tokenOf();
  assert.equal(token.expires_in, '43200');
  assert.equal((await service.call('GET', '/me', { token: token.access_token })).status, 200);
});

test('[COMPAT-18] [DELIV-3] the older signature comes in the header that is set, over the bytes as they are sent, beside the others', async () => {
  const one = await fixture();
  await change(one.bot, `sha1_signature_header = 'x-brand-signature'`);
  await post(one, 'Grüße "👋" \u2028');
  await settled(one, 'delivered');
  const [received] = one.receiver.received;
  assert.ok(received);
  const { headers, body, event } = received;
  const expected = createHmac('sha1', one.bot.clientSecret).update(Buffer.from(body)).digest('hex');
  assert.equal(headers['x-brand-signature'], `sha1=${expected}`);
  assert.deepEqual(new Webhook(one.secret).verify(body, headers as Record<string, string>), event);
  await change(one.bot, `sha1_signature_header = ''`);
  await post(one, 'without');
  await settled(one, 'delivered', 'delivered');
  const names = Object.keys(one.receiver.received[1]?.headers ?? {});
  assert.deepEqual(
    names.filter((name) => name.endsWith('-signature')),
    ['webhook-signature'],
  );
});

test('[COMPAT-17] [COMPAT-18] an admin of the partner sets both; a name that could be another header is refused', async () => {
  const { partner, users } = await createAdmins(service);
  const { token } = users.partnerAdmin;
  const bots = `/partners/${partner.id}/bots`;
  const send = (path: string, json: object) => service.call('POST', path, { token, json });
  const created = await send(bots, { name: 'Old kit', webhook_url: '' });
  const { client_id, expires_in_as_text, sha1_signature_header } = created.body.data;
  assert.deepEqual([expires_in_as_text, sha1_signature_header], [false, '']);
  const path = `${bots}/${client_id}`;
  const set = await send(path, { expires_in_as_text: true, sha1_signature_header: 'X-Brand2-Signature' });
  assert.deepEqual(
    [set.status, set.body.data.expires_in_as_text, set.body.data.sha1_signature_header],
    [200, true, 'x-brand2-signature'],
  );
  const updated = await send(path, { name: 'Renamed' });
  assert.equal(updated.body.data.sha1_signature_header, 'x-brand2-signature', 'what is not given stays');
  for (const name of [
    'authorization',
    'webhook-signature',
    'content-length',
    'host',
    'x-signature',
    'x--signature',
    'x-forwarded-for',
    'x-a-signature-b',
    'x-a b-signature',
    'x-a\r\nhost: b\r\nx-signature',
    'x-a-signature\n',
    'x-ä-signature',
    `x-${'a'.repeat(60)}-signature`,
  ])
    expectRefusal(await send(path, { sha1_signature_header: name }), 400, 'sha1_signature_header', name);
  for (const value of ['true', 1, null])
    expectRefusal(await send(path, { expires_in_as_text: value }), 400, 'expires_in_as_text');
  const off = await send(path, { sha1_signature_header: '', expires_in_as_text: false });
  assert.deepEqual([off.body.data.sha1_signature_header, off.body.data.expires_in_as_text], ['', false]);
});
