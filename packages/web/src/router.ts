import { address, goTo } from './address.ts';
import { type BinderSection, type BinderTarget, sections } from './binder/context.ts';

export type Route =
  | { page: 'timeline' }
  | { page: 'home' }
  | { page: 'binder'; binderId: string; target: BinderTarget }
  | { page: 'missing' };

const BINDER = /^\/b\/(B\w{22})(?:\/meet\/M\w{22}|\/(\w+)(?:\/([1-9]\d{0,15}))?)?\/?$/;

export function readRoute(root: string, path: string): Route {
  const inside = path.slice(root.length);
  if (inside === '' || inside === '/') return { page: 'timeline' };
  if (inside === '/home' || inside === '/home/') return { page: 'home' };
  const [, binderId, name = 'chat', id] = BINDER.exec(inside) ?? [];
  const section = sections.find((each) => each === name);
  if (!binderId || !section || (section === 'members' && id)) return { page: 'missing' };
  return { page: 'binder', binderId, target: { section, ...(id && { id: Number(id) }) } };
}

export const homePath = (root: string): string => `${root}/home`;

export function binderPath(
  root: string,
  binderId: string,
  section: BinderSection = 'chat',
  id?: number,
): string {
  const base = `${root}/b/${binderId}`;
  if (id !== undefined) return `${base}/${section}/${id}`;
  return section === 'chat' ? base : `${base}/${section}`;
}

let arrival = address.value;

/** New content may take the focus only after the address has changed. */
export function hasMoved(): boolean {
  return address.value !== arrival;
}

/** Replaces the address without changing the result of `hasMoved`. */
export function redirect(path: string): void {
  const isArriving = !hasMoved();
  goTo(path, 'replace');
  if (isArriving) arriveHere();
}

export function arriveHere(): void {
  arrival = address.value;
}

export function navigate(path: string, how?: 'replace'): void {
  if (path !== address.value.path + address.value.query) goTo(path, how);
}

export function followLink(root: string, event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return;
  // For an invalid address, these properties are empty, whereas `new URL` throws.
  const { origin, pathname, search } = link;
  const isApp = pathname.startsWith(root) && readRoute(root, pathname).page !== 'missing';
  if (origin !== location.origin || !isApp || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  navigate(pathname + search);
}
