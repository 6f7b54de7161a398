import type { Environment } from '../../../environment/environment.ts';
import { isStorableText } from '../../../http/index.ts';

/** What the paths of the pages of an environment begin with: nothing in production, `/sandbox` in the sandbox. */
export function pageRoot(env: Pick<Environment, 'basePath'>): string {
  return env.basePath.replace(/\/v1$/, '');
}

export function signedInPath(env: Pick<Environment, 'basePath'>): string {
  return `${pageRoot(env)}/embed/signed-in`;
}

/**
 * Where to go after a sign-in: the path and query that was asked for, when it is a page of ours that may be returned to,
 * else the app. Never another site.
 */
export function destinationOf(env: Environment, requested: string): string {
  const root = pageRoot(env);
  const fallback = root || '/';
  if (!requested.startsWith('/') || requested.length > 8_192) return fallback;
  // Read as a browser would read it: backslashes, tabs and dots take part in that.
  const base = 'http://own.invalid';
  const url = URL.canParse(requested, base) ? new URL(requested, base) : undefined;
  const own = [
    ...[fallback, `${root}/account`, `${root}/admin`, signedInPath(env)],
    `${env.basePath}/oauth/authorize`,
  ];
  const below = [`${root}/admin/`, `${root}/b/`];
  if (!url || url.origin !== base) return fallback;
  const isOwn = own.includes(url.pathname) || below.some((path) => url.pathname.startsWith(path));
  if (!isOwn) return fallback;
  // The sign-in page looks up what the query names: text that cannot be stored names nothing.
  if (![...url.searchParams.values()].every(isStorableText)) return fallback;
  return `${url.pathname}${url.search}`;
}

/**
 * Where a form leads that has signed somebody in. A browser holds the `form-action` of the form's page against all that the
 * form is redirected to, and an authorization request may be answered at once with a redirect to the client: so that goes
 * by a page, which navigates anew.
 * @param next by destinationOf
 */
export function pathAfterSignIn(env: Pick<Environment, 'basePath'>, next: string): string {
  if (!next.startsWith(`${env.basePath}/oauth/authorize`)) return next;
  return `${pageRoot(env)}/continue?${new URLSearchParams({ next })}`;
}

/** The address of the sign-in page that leads to a page of ours. */
export function signInAddress(env: Pick<Environment, 'basePath'>, next: string): string {
  return `${pageRoot(env)}/sign-in?${new URLSearchParams({ next })}`;
}
