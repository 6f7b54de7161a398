import type { Realtime } from '@ringbinder/client';
import type { AppBoot } from '../boot.ts';
import { toastError } from '../design/toast.tsx';
import { install as words } from '../strings/messages/install.ts';
import { workerOf } from './worker.ts';

/** Fetches the page with the sign-out form, because a page that started offline has none. */
export async function signOut(boot: AppBoot, channel: Realtime): Promise<void> {
  const { root, user } = boot;
  const answer = await fetch(`${root}/home`, { headers: { accept: 'text/html' } }).catch(() => undefined);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
  const form = page.querySelector<HTMLFormElement>('#sign-out');
  if (form && userIdIn(page) === user.id) {
    document.body.append(form);
    form.submit();
  } else if (answer?.ok) {
    await removeStored(boot, channel);
    location.assign(`${root}/sign-in`);
  } else toastError(words.signOutOffline);
}

function userIdIn(page: Document): string | undefined {
  const text = page.querySelector<HTMLElement>('[data-boot]')?.dataset.boot;
  return text === undefined ? undefined : (JSON.parse(text) as Partial<AppBoot>).user?.id;
}

/** Does not end another user's session. */
async function removeStored(boot: AppBoot, channel: Realtime): Promise<void> {
  await channel.signOut().catch(() => undefined);
  await navigator.clearAppBadge?.().catch(() => undefined);
  const isTheirs = (name = '') => name.includes(boot.user.id);
  sessionStorage.clear();
  for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key);
  const names = ((await indexedDB.databases?.()) ?? []).map(({ name = '' }) => name);
  for (const name of [...names.filter(isTheirs), `ringbinder-app ${boot.root}`]) await deleteDatabase(name);
  const folder = await navigator.storage?.getDirectory?.().catch(() => undefined);
  for await (const name of folder?.keys() ?? [])
    if (isTheirs(name)) await folder?.removeEntry(name, { recursive: true }).catch(() => undefined);
  const worker = await workerOf(boot);
  const scope = new URL(`${boot.root}/`, location.href).href;
  await worker?.unregister();
  for (const name of await caches.keys()) if (name.endsWith(`-${scope}`)) await caches.delete(name);
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}
