import { scope } from './scope.ts';

export type Problem = 'answered' | 'over' | 'refused' | 'busy' | 'failed';

export interface PushData {
  title: string;
  tag: string;
  url: string;
  /** A button that cannot send an answer opens `url`. Default: the `url` of the push. */
  actions?: readonly { action: string; title: string; type?: 'text'; url?: string }[];
  answer?: { url: string; token: string; user?: string };
  /** Texts in the user's language, keyed by result. `pressed` contains `{button}`. */
  texts?: Readonly<Record<'pressed' | 'replied' | Problem, string>>;
}

interface Push extends PushData {
  body: string;
}

/** Shows nothing if a page of the app is visible, because the page announces messages itself. */
export async function showPush(push: Partial<Push>): Promise<void> {
  // Browsers expect a notification even for an empty push.
  const { body, ...rest } = push;
  const data = { title: 'Ringbinder', tag: 'ringbinder', url: `${scope.registration.scope}home`, ...rest };
  const windows = await windowsOfApp();
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, tag, actions = [] } = data;
  // TypeScript's types lack `actions`.
  await scope.registration.showNotification(title, { body, tag, data, actions } as NotificationOptions);
}

/** An open app navigates without reloading, because it may show a meet. */
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

/** Excludes the console, account pages and sandbox, which are also in the worker's scope. */
export function isAppPath({ origin, pathname }: URL): boolean {
  return origin === scope.location.origin && /^(home\/?)?$|^b\//.test(pathInScope(pathname) ?? '?');
}

export function pathInScope(pathname: string): string | undefined {
  const { pathname: base } = new URL(scope.registration.scope);
  return pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
}
