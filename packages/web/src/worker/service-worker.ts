import { addPlugins, matchPrecache, precache } from 'workbox-precaching';
import { appStore } from '../install/app-store.ts';
import { sharedFiles } from '../install/shared-files.ts';
import { isCatalogue, isOldTextsCache, textsCache } from '../install/texts-cache.ts';
import { isAppPath, pathInScope, showPush } from './push.ts';
import { followClick } from './push-actions.ts';
import { root, scope } from './scope.ts';

declare global {
  /** The build writes this list (features/web/service-worker.ts). */
  var __WB_MANIFEST: { url: string; revision: string | null }[];
}

const TIMEOUT_MS = 8_000;
/** A proxy uses these statuses to report that the server is down. */
const AWAY: ReadonlySet<number> = new Set([502, 504]);

const SIGN_IN = /^(sign-in|sign-out|v1\/(saml|oauth\/authorize))(\/|$)/;

const shell = `${root}/offline`;
const list = self.__WB_MANIFEST;
const assets = new Set(list.map(({ url }) => url).filter((url) => url !== shell));

// Never call `skipWaiting`. Open pages may need modules of their release, which the server no longer has.
addPlugins([
  { cacheWillUpdate: async ({ request, response }) => (isIntended(request, response) ? response : null) },
]);
precache(list);
// The first worker claims open pages. A later worker waits until they are closed.
scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([scope.clients.claim(), removeOldTexts()])),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (request.mode === 'navigate') {
    if (SIGN_IN.test(pathInScope(url.pathname) ?? '')) event.waitUntil(removeUser());
    if (request.method === 'GET' && isAppPath(url)) event.respondWith(openApp(event));
    else if (request.method === 'POST' && pathInScope(url.pathname) === 'share')
      event.respondWith(receiveFiles(request));
  } else if (assets.has(url.pathname)) event.respondWith(loadAsset(request));
  else if (isCatalogue(url.pathname)) event.respondWith(loadTexts(request));
});
scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json() ?? {})));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(followClick(event));
});

async function openApp(event: FetchEvent): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  // With options, the request would not be a navigation.
  const fetched = fetch(event.request).catch(() => undefined);
  // A redirect means that the session has ended. The app must then not open offline.
  event.waitUntil(fetched.then((page) => (page?.type === 'opaqueredirect' ? removeUser() : undefined)));
  const answer = await Promise.race([fetched, late]);
  if (answer && !AWAY.has(answer.status)) return answer;
  return (await matchPrecache(shell)) ?? answer ?? Response.error();
}

/** When the app next opens online, it stores the user again. */
async function removeUser(): Promise<void> {
  await appStore(root)
    .write('user', undefined)
    .catch(() => undefined);
  for (const notification of await scope.registration.getNotifications()) notification.close();
}

/** Returns false for a proxy's page, which must not be cached. */
function isIntended(request: Request, { ok, redirected, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? true;
  return ok && !redirected && isPage === (new URL(request.url).pathname === shell);
}

async function loadAsset(request: Request): Promise<Response> {
  return (await matchPrecache(request)) ?? fetch(request);
}

async function loadTexts(request: Request): Promise<Response> {
  const stored = await caches.match(request);
  if (stored) return stored;
  const response = await fetch(request);
  const cache = await caches.open(textsCache(scope.registration.scope));
  if (isIntended(request, response)) await cache.put(request, response.clone());
  return response;
}

async function removeOldTexts(): Promise<void> {
  for (const name of await caches.keys())
    if (isOldTextsCache(name, scope.registration.scope)) await caches.delete(name);
}

async function receiveFiles(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    await sharedFiles(root).put(form.getAll('files').filter((each) => each instanceof File));
    return Response.redirect(`${root}/home?shared`, 303);
  } catch {
    return Response.redirect(`${root}/home?shared=failed`, 303);
  }
}
