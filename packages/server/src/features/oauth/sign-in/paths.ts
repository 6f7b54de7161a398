import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { isStorableText } from '../../../http/index.ts';

export function pageRoot(env: Pick<Environment, 'basePath'>): string {
  return env.basePath.replace(/\/v1$/, '');
}

export function signedInPath(env: Pick<Environment, 'basePath'>): string {
  return `${pageRoot(env)}/embed/signed-in`;
}

/** Prevents redirects to other sites. */
export function destinationOf(env: Environment, requested: string): string {
  const root = pageRoot(env);
  const fallback = `${root}/`;
  if (!requested.startsWith('/') || requested.length > 8_192) return fallback;
  // URL parses the path as browsers do, including backslashes, tabs and dot segments.
  const base = 'http://own.invalid';
  const url = URL.canParse(requested, base) ? new URL(requested, base) : undefined;
  const own = [
    ...[fallback, `${root}/home`, `${root}/account`, `${root}/admin`, signedInPath(env)],
    `${env.basePath}/oauth/authorize`,
  ];
  const below = [`${root}/admin/`, `${root}/b/`];
  if (!url || url.origin !== base) return fallback;
  const isOwn = own.includes(url.pathname) || below.some((path) => url.pathname.startsWith(path));
  if (!isOwn) return fallback;
  if (![...url.searchParams.values()].every(isStorableText)) return fallback;
  return `${url.pathname}${url.search}`;
}

/** The query that carries the address in the app to which the pages of the account lead back, or ''. */
export function returnQuery(env: Environment, { query }: Pick<FastifyRequest, 'query'>): string {
  const from = returnPath(env, { query });
  return from === undefined ? '' : `?${new URLSearchParams({ from })}`;
}

export function returnPath(env: Environment, { query }: Pick<FastifyRequest, 'query'>): string | undefined {
  const { from } = query as { from?: unknown };
  return typeof from === 'string' ? destinationOf(env, from) : undefined;
}

export function destinationAfterJoining(
  env: Pick<Environment, 'basePath'>,
  next: string,
  [binderId]: readonly string[],
): string {
  const root = pageRoot(env);
  const isStart = next === `${root}/` || next === `${root}/home`;
  return binderId !== undefined && isStart ? `${root}/b/${binderId}` : next;
}

/**
 * Browsers apply a form's `form-action` to all its redirects. The page in between starts a new navigation, because
 * an authorization request may redirect to the client.
 */
export function pathAfterSignIn(env: Pick<Environment, 'basePath'>, next: string): string {
  if (!next.startsWith(`${env.basePath}/oauth/authorize`)) return next;
  return `${pageRoot(env)}/continue?${new URLSearchParams({ next })}`;
}

export function signInAddress(env: Pick<Environment, 'basePath'>, next: string): string {
  return `${pageRoot(env)}/sign-in?${new URLSearchParams({ next })}`;
}
