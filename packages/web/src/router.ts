import { address, goTo } from './address.ts';
import { type BinderSection, type BinderTarget, sections } from './binder/context.ts';

export type Route =
  | { page: 'timeline' }
  | { page: 'binder'; binderId: string; target: BinderTarget }
  | { page: 'missing' };

/** A meet lies over the chat of its binder: meet-path.ts. */
const BINDER = /^\/b\/(B\w{22})(?:\/meet\/M\w{22}|\/(\w+)(?:\/([1-9]\d{0,15}))?)?\/?$/;

/** Reads a path. @param root what the paths of the app begin with */
export function readRoute(root: string, path: string): Route {
  const inside = path.slice(root.length);
  if (inside === '' || inside === '/') return { page: 'timeline' };
  const [, binderId, name = 'chat', id] = BINDER.exec(inside) ?? [];
  const section = sections.find((each) => each === name);
  if (!binderId || !section || (section === 'members' && id)) return { page: 'missing' };
  return { page: 'binder', binderId, target: { section, ...(id && { id: Number(id) }) } };
}

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

const arrival = address.value;

/** Whether somebody has gone on since the page was loaded: then the focus goes to what is new. */
export function hasMoved(): boolean {
  return address.value !== arrival;
}

/** Goes to an address of the app, unless it is the one that is shown. */
export function navigate(path: string): void {
  if (path !== address.value.path + address.value.query) goTo(path);
}

/** Follows a link within the app without loading the page anew; with Ctrl and the like the browser does what it does. */
export function followLink(root: string, event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return;
  // The link's own parts: they are empty where its address cannot be read, as in a message.
  const { origin, pathname, search } = link;
  const isApp = pathname === (root || '/') || pathname.startsWith(`${root}/b/`);
  // A link to a place in the page, like a skip link, is the browser's.
  if (origin !== location.origin || !isApp || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  navigate(pathname + search);
}
