import type { AppBoot } from '../boot.ts';

/**
 * Registers the service worker of the app, which opens it without a connection and shows pushes. Returns undefined where
 * the browser has none, as on plain http. Rejects when its script cannot be loaded.
 */
export function registerWorker({
  root,
}: Pick<AppBoot, 'root'>): Promise<ServiceWorkerRegistration> | undefined {
  return navigator.serviceWorker?.register(`${root}/service-worker.js`);
}

/** The worker of this app. The sandbox has another one. */
export async function workerOf({
  root,
}: Pick<AppBoot, 'root'>): Promise<ServiceWorkerRegistration | undefined> {
  const scope = new URL(`${root}/`, location.href).href;
  return (await navigator.serviceWorker.getRegistrations()).find((each) => each.scope === scope);
}
