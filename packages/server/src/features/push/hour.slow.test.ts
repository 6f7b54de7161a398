import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { notificationMails } from '../notification-mails/index.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { pushes } from './send.ts';
import { type PushService, startPushService } from './testing/push-service.ts';

// HOUR_POSTS=10000 takes a few minutes.
const POSTS = Number(process.env.HOUR_POSTS ?? 1_080);
const STEP_MS = 10_000;
const STEPS = 360;
const MINUTE = 60_000;
const WINDOW = 10 * MINUTE;

let service: TestService;
let push: PushService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  push = await startPushService();
  mailServer = await startMailServer();
  service = await startService({
    config: { pushPrivateNetwork: true, smtpUrl: mailServer.url, callsPerMinute: 1e9 },
  });
});
afterAll(async () => {
  await push.close();
  await mailServer.close();
  await service.close();
});

test('[NOTIFY-10] [NOTIFY-21] posts of an hour to one person make at most 60 pushes, and one mail in 10 minutes', async (t) => {
  const { env, clock, call, make } = service;
  t.onTestFinished(clock.freeze());
  const { owner } = await make.cast();
  const ann = await make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const binderId = await make.binder(owner, [{ user: ann, role: 'editor' }]);
  const send = async (path: string, json: object, { token } = owner) => {
    const { status, body } = await call('POST', path, { token, json });
    assert.equal(status, 200, body.message);
  };
  await send('/me/push_subscriptions', push.device(), ann);
  await send('/me/notification_settings', { mail: 'unread' }, ann);

  const [pushTimes, mailTimes]: [number[], number[]] = [[], []];
  let posted = 0;
  const begin = env.clock.now();
  for (let step = 1; step <= STEPS; step++) {
    for (; posted < (step / STEPS) * POSTS; posted++)
      await send(`/${binderId}/messages`, { message: { text: `Message ${posted}` } });
    await catchUpAll(env, activity);
    clock.advance(STEP_MS);
    for (const { work } of [pushes, notificationMails])
      await work(env, (error) => assert.fail(String(error)));
    for (const _ of push.received.splice(0)) pushTimes.push(env.clock.now() - begin);
    for (const _ of mailServer.mails.splice(0)) mailTimes.push(env.clock.now() - begin);
  }
  assert.equal(posted, POSTS);
  const gaps = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert.ok(pushTimes.length <= 60 && Math.min(...gaps(pushTimes)) >= MINUTE, String(pushTimes));
  assert.ok((pushTimes.at(-1) ?? 0) >= 59 * MINUTE, String(pushTimes));
  assert.ok(mailTimes.length >= 5 && Math.min(...gaps(mailTimes)) >= WINDOW, String(mailTimes));
}, 900_000);
