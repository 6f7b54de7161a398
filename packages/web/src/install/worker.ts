import type { AppBoot } from '../boot.ts';
import { shownCatalogues } from '../strings/language.ts';
import { textsCache } from './texts-cache.ts';

/**
 * Registers the service worker of the app, which opens it without a connection and shows pushes. Returns undefined where
 * the browser has none, as on plain http. Rejects when its script cannot be loaded.
 */
export function registerWorker({
  root,
}: Pick<AppBoot, 'root'>): Promise<ServiceWorkerRegistration> | undefined {
  return navigator.serviceWorker?.register(`${root}/service-worker.js`);
}

/** Stores the texts of the modules loaded so far, in the shown language: the app needs them without a connection. */
export async function storeTexts({ root }: Pick<AppBoot, 'root'>): Promise<void> {
  const paths = shownCatalogues();
  if (paths.length > 0) await (await caches.open(textsCache(scopeOf(root)))).addAll(paths);
}

const scopeOf = (root: string) => new URL(`${root}/`, location.href).href;

/** The worker of this app. The sandbox has another one. */
export async function workerOf({
  root,
}: Pick<AppBoot, 'root'>): Promise<ServiceWorkerRegistration | undefined> {
  const scope = scopeOf(root);
  return (await navigator.serviceWorker.getRegistrations()).find((each) => each.scope === scope);
}
