import type { AppBoot } from '../boot.ts';
import { shownCatalogues } from '../strings/language.ts';
import { textsCache } from './texts-cache.ts';

/**
 * Returns undefined if the browser offers no service workers, as over plain HTTP. Rejects if the script cannot be
 * loaded.
 */
export function registerWorker({
  root,
}: Pick<AppBoot, 'root'>): Promise<ServiceWorkerRegistration> | undefined {
  return navigator.serviceWorker?.register(`${root}/service-worker.js`);
}

export async function storeTexts({ root }: Pick<AppBoot, 'root'>): Promise<void> {
  const paths = shownCatalogues();
  if (paths.length > 0) await (await caches.open(textsCache(scopeOf(root)))).addAll(paths);
}

const scopeOf = (root: string) => new URL(`${root}/`, location.href).href;

export async function workerOf({
  root,
}: Pick<AppBoot, 'root'>): Promise<ServiceWorkerRegistration | undefined> {
  const scope = scopeOf(root);
  return (await navigator.serviceWorker.getRegistrations()).find((each) => each.scope === scope);
}
