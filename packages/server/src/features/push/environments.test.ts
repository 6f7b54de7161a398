import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { createCaller } from '@ringbinder/testkit/caller.ts';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, test } from 'vitest';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { notificationMails } from '../notification-mails/index.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { pushes } from './send.ts';
import { type PushService, startPushService } from './testing/push-service.ts';

const BINDERS = 60;

let service: TestService;
let push: PushService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
const waiting: ServerResponse[] = [];
const silent = createServer((_request, response) => void waiting.push(response));
beforeAll(async () => {
  push = await startPushService();
  mailServer = await startMailServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  service = await startService({
    environments: ['production', 'sandbox'],
    config: { pushPrivateNetwork: true, smtpUrl: mailServer.url, callsPerMinute: 1e9 },
  });
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await push.close();
  await mailServer.close();
  await service.close();
});

const sandboxOf = () => service.environments.sandbox as Environment;

async function makeDue(env: Environment, people: number, endpointOf: (path: string) => string) {
  const make = createFactory(env);
  const call = createCaller(`${service.origin}${env.basePath}`, () => undefined);
  const { owner } = await make.cast();
  const send = async (path: string, json: object, token: string) => {
    const { status, body } = await call('POST', path, { token, json });
    assert.equal(status, 200, body.message);
  };
  let email = '';
  for (let count = 0; count < people; count++) {
    const person = await make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
    const binderId = await make.binder(owner, [{ user: person, role: 'editor' }]);
    const device = push.device();
    const endpoint = endpointOf(new URL(device.endpoint).pathname);
    await send('/me/push_subscriptions', { ...device, endpoint }, person.token);
    await send('/me/notification_settings', { mail: 'at_once' }, person.token);
    await send(`/${binderId}/messages`, { message: { text: 'Shall we?' } }, owner.token);
    email = person.email;
  }
  await catchUpAll(env, activity);
  return email;
}

const work = (env: Environment, job: PeriodicJob) => {
  const clock = { ...env.clock, now: () => env.clock.now() + 60_000 };
  const begin = () => job.work({ ...env, clock });
  return env.sandbox ? env.sandbox.generations.run(begin) : begin();
};

test('[NOTIFY-10] [NOTIFY-21] a full queue of the sandbox, whose receivers never answer, delays nothing of production', async () => {
  const { port } = silent.address() as AddressInfo;
  const sandbox = sandboxOf();
  await makeDue(sandbox, BINDERS, (path) => `http://127.0.0.1:${port}${path}`);
  const email = await makeDue(service.env, 1, (path) => `${push.origin}${path}`);
  let unanswered = 0;
  mailServer.answer = (command) => {
    if (!/^RCPT/i.test(command) || command.includes(email)) return undefined;
    unanswered++;
    return '';
  };
  const stuck = [work(sandbox, pushes), work(sandbox, notificationMails)];
  await until('the sandbox waits', () => waiting.length > 0 && unanswered > 0);
  await Promise.all([work(service.env, pushes), work(service.env, notificationMails)]);
  assert.deepEqual(
    push.received.map(({ payload }) => payload.title),
    ['Test binder'],
  );
  assert.equal(mailServer.mails.length, 1);
  const ended = Promise.race([...stuck, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
  assert.equal(await ended, 'waiting');
  silent.closeAllConnections();
  silent.on('request', (_request, response) => response.destroy());
  await mailServer.close();
  await Promise.all(stuck);
});
