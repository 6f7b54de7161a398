import { scope } from './scope.ts';

/** Why an answer was not taken. */
export type Problem = 'answered' | 'over' | 'refused' | 'busy' | 'failed';

/** The part of a push that its notification stores for clicks. */
export interface PushData {
  title: string;
  tag: string;
  url: string;
  /** `url`: the page that the button opens where a notification has no field. */
  actions?: readonly { action: string; title: string; type?: 'text'; url?: string }[];
  /** Takes one press or reply of this person. */
  answer?: { url: string; token: string; user?: string };
  /** In the language of the person, by outcome. `pressed` has `{button}`. */
  texts?: Readonly<Record<'pressed' | 'replied' | Problem, string>>;
}

interface Push extends PushData {
  body: string;
}

/** Shows a push, unless a page of the app is visible: it announces new messages itself. */
export async function showPush(push: Partial<Push>): Promise<void> {
  // Browsers expect a notification for each push, also for one without content.
  const { body, ...rest } = push;
  const data = { title: 'Ringbinder', tag: 'ringbinder', url: `${scope.registration.scope}home`, ...rest };
  const windows = await windowsOfApp();
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, tag, actions = [] } = data;
  // TypeScript does not know buttons.
  await scope.registration.showNotification(title, { body, tag, data, actions } as NotificationOptions);
}

/** Opens what a push is about. An open app goes there without reloading, because it may be in a meet. */
export async function openPush(url: string): Promise<void> {
  if (new URL(url).origin !== scope.location.origin) return;
  const [first] = await windowsOfApp();
  if (!first) return void (await scope.clients.openWindow(url));
  await first.focus().catch(() => undefined);
  first.postMessage({ open: url });
}

async function windowsOfApp(): Promise<readonly WindowClient[]> {
  const all = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => isAppPath(new URL(url)));
}

/** Whether the app is at the address. The scope has other pages: the console, the account, the sandbox. */
export function isAppPath({ origin, pathname }: URL): boolean {
  return origin === scope.location.origin && /^(home\/?)?$|^b\//.test(pathInScope(pathname) ?? '?');
}

/** The path below the scope; undefined outside of it. */
export function pathInScope(pathname: string): string | undefined {
  const { pathname: base } = new URL(scope.registration.scope);
  return pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
}
