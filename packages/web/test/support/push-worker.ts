import type { Page } from '@ringbinder/testkit/playwright/index.ts';

export const bell = (page: Page) => page.locator('.bell');
export const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

/** Test browsers have no push service. */
export const subscribeWith = (subscription: object) => `
  const subscription = { toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: async () => { globalThis.isUnsubscribed = true; } };
  PushManager.prototype.subscribe = async () => subscription;
  PushManager.prototype.getSubscription = async () => subscription;
`;

/** Headless browsers show no notifications. */
export const STAGE = `
  globalThis.shown = new Map();
  registration.showNotification = async (title, options) => void shown.set(options.tag, { title, ...options });
`;

export const receive = (payload: object | null) => `(async () => {
  const { promise, resolve, reject } = Promise.withResolvers();
  const event = new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(payload))} });
  event.waitUntil = (work) => void work.then(resolve, reject);
  dispatchEvent(event);
  await promise;
  return [...shown.values()].map(({ title, body, tag }) => [title, body, tag]);
})()`;

export const click = (chosen: { action?: string; reply?: string } = {}) => `(async () => {
  const [{ data }] = shown.values();
  const { promise, resolve, reject } = Promise.withResolvers();
  const event = new ExtendableEvent('notificationclick');
  event.waitUntil = (work) => void work.then(resolve, reject);
  dispatchEvent(Object.assign(event, { action: '', ...${JSON.stringify(chosen)}, notification: { data, close: () => {} } }));
  await promise;
  return [...shown.values()].map(({ body }) => body);
})()`;

export async function startPush(page: Page) {
  const context = page.context();
  await context.grantPermissions(['notifications']);
  await bell(page).click();
  await list(page).getByRole('button', { name: 'Settings' }).click();
  const started = context.waitForEvent('serviceworker');
  await page.getByRole('checkbox', { name: /^Push to this device/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your notification settings are saved.').waitFor();
  return started;
}
