import { unwrap } from '@ringbinder/client';
import { Refusal } from '../binder/refusal.ts';
import { registerWorker, workerOf } from '../install/worker.ts';
import { notices } from '../strings/messages/notices.ts';
import type { AppContext } from '../timeline/context.ts';
import { hasPush, pushId, setPush } from './browser-settings.ts';

type App = Pick<AppContext, 'client' | 'boot'>;

export const canPush =
  'serviceWorker' in navigator && typeof PushManager !== 'undefined' && typeof Notification !== 'undefined';

const MAX_WAIT_MS = 15_000;

export type PushResult = 'on' | 'off' | 'blocked';

/** Rejects if the server or the browser refuses. */
export async function switchPush(app: App, isOn: boolean): Promise<PushResult> {
  if (!isOn) {
    await endPush(app);
    return 'off';
  }
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  await subscribe(app);
  return 'on';
}

/** Browsers renew subscriptions, so the server needs the current one. Never rejects. */
export async function renewPush(app: App): Promise<void> {
  const isOn = hasPush(app.boot) && canPush && Notification.permission === 'granted';
  await (isOn ? subscribe(app) : endPush(app)).catch(() => undefined);
}

async function subscribe({ client, boot }: App): Promise<void> {
  const worker = await registerWorker(boot);
  if (!worker) return;
  const { key } = await unwrap(client.api.GET('/push/key'));
  const subscription = await subscribeWith(worker, key);
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { browserName } = await import('./browser-name.ts');
  const device = browserName(navigator.userAgent);
  const { id } = await unwrap(
    client.api.POST('/me/push_subscriptions', { body: { endpoint, keys: { p256dh, auth }, device } }),
  );
  setPush(boot, id);
}

/** A subscription with another key blocks a new one. */
async function subscribeWith(worker: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await whenActive(worker);
  const subscribed = worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, MAX_WAIT_MS);
  return Promise.race([subscribed, late])
    .catch(() => {
      throw new Refusal(notices.form.unreachable);
    })
    .finally(() => clearTimeout(timer));
}

/** `serviceWorker.ready` would keep waiting if a file of the worker cannot be loaded. */
async function whenActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing;
  const isActive = await new Promise<boolean>((resolve) => {
    const check = () => {
      const { state = 'redundant' } = worker ?? {};
      if (state === 'activating' || state === 'activated') resolve(true);
      else if (state === 'redundant') resolve(false);
    };
    worker?.addEventListener('statechange', check);
    check();
  });
  if (!isActive) throw new Refusal(notices.form.notStarted);
}

/** The server deletes a previous user's subscription when the push service refuses the next push. */
async function endPush({ client, boot }: App): Promise<void> {
  const id = pushId(boot);
  setPush(boot, undefined);
  const worker = canPush ? await workerOf(boot) : undefined;
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  if (id !== undefined) await client.api.DELETE('/me/push_subscriptions/{id}', { params: { path: { id } } });
}
