import { html, type Page, type Words } from '../../../html/index.ts';

/** Retries for some seconds, because an open tab may still write data. */
const REMOVE_STORED_DATA = `const { user, next } = document.querySelector('main [data-user]').dataset;
const isTheirs = (name) => user !== '' && name.includes(user);
const ended = (request) =>
  new Promise((resolve) => Object.assign(request, { onsuccess: resolve, onerror: resolve, onblocked: resolve }));
const databases = async () => ((await indexedDB.databases?.()) ?? []).map(({ name }) => name).filter(isTheirs);
async function removeAll() {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key);
  for (const name of await databases()) await ended(indexedDB.deleteDatabase(name));
  const folder = await navigator.storage?.getDirectory?.();
  for await (const name of folder?.keys() ?? []) if (isTheirs(name)) await folder.removeEntry(name, { recursive: true });
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return (await databases()).length === 0 && !held.some(({ name }) => isTheirs(name));
}
/** Removes the stored data and the service worker of the app that shows this page. Without the worker, this browser receives no pushes. */
async function removeApp() {
  const scope = new URL('.', location.href).href;
  const root = new URL(scope).pathname.slice(0, -1);
  const mark = 'ringbinder-push ' + root + ' ';
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(mark))) localStorage.removeItem(key);
  await navigator.clearAppBadge?.().catch(() => null);
  await ended(indexedDB.deleteDatabase('ringbinder-app ' + root));
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.scope === scope) await worker.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.endsWith('-' + scope)) await caches.delete(name);
}
async function signOut() {
  localStorage.setItem('ringbinder-signed-out', user);
  localStorage.removeItem('ringbinder-signed-out');
  for (let attempt = 0; attempt < 40; attempt++) {
    if (await removeAll().catch(() => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await removeApp().catch(() => null);
  if (next) location.replace(next);
}
signOut();`;

export function signedOutPage(
  { tag, text }: Words,
  { userId = '', next }: { userId: string | undefined; next: string },
): Page {
  return {
    title: text('page.signed_out_title'),
    language: tag,
    script: REMOVE_STORED_DATA,
    content: html`<header data-user="${userId}" data-next="${next}"><h1>${text('page.signed_out')}</h1></header>
<a class="button primary wide" href="${next}">${text('page.continue')}</a>`,
  };
}

/** Stays in view, so that the person can read why the app has closed. */
export function accountDisabledPage(
  { tag, text }: Words,
  { userId, signIn }: { userId: string; signIn: string },
): Page {
  return {
    title: text('page.account_disabled'),
    language: tag,
    script: REMOVE_STORED_DATA,
    content: html`<header data-user="${userId}" data-next=""><h1>${text('page.account_disabled')}</h1>
<p class="muted">${text('page.account_disabled_explain')}</p></header>
<a class="button primary wide" href="${signIn}">${text('page.sign_in')}</a>`,
  };
}
