import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { pageRoot } from '../oauth/index.ts';

/**
 * Shows pushes, and opens what they are about. It has no `fetch` handler and caches nothing. A visible page announces new
 * messages itself. An open app goes there without reloading, because it may be in a meet.
 */
const WORKER = `const windowsOf = async () => {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const inside = ({ url }) => url.startsWith(registration.scope) ? new URL(url).pathname.slice(new URL(registration.scope).pathname.length) : 'no';
  return all.filter((each) => /^(home\\/?)?$|^b\\//.test(inside(each)));
};
async function show({ title, body, tag, url }) {
  const windows = await windowsOf();
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await registration.showNotification(title, { body, tag, data: url });
}
async function open(url) {
  if (new URL(url).origin !== location.origin) return;
  const [first] = await windowsOf();
  if (!first) return void (await clients.openWindow(url));
  await first.focus().catch(() => undefined);
  first.postMessage({ open: url });
}
addEventListener('install', () => skipWaiting());
addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
`;

/** The service worker of the app. Its path gives it the scope of the app. */
export function pushWorkerRoute(app: App, env: Environment): void {
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get(`${pageRoot(env)}/push-worker.js`, open, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .send(WORKER),
  );
}
