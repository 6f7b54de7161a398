import { invalid } from '../../../errors.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252: the custom scheme of a native app is a reversed domain name of its vendor. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/** Undefined for a valid redirect URI. */
export function redirectUriProblem(text: string): string | undefined {
  // Redirect URIs are compared as text, so they must not contain characters that browsers strip silently.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    return 'must be written in ASCII without spaces and backslashes';
  const url = URL.parse(text);
  if (!url) return 'must be an absolute address';
  if (url.hostname.includes('*')) return 'must have no wildcard';
  if (text.includes('#')) return 'must not have a fragment';
  if (url.username || url.password) return 'must not contain a user name or password';
  if (isSecure(url) && /^https?:\/\//i.test(text)) return undefined;
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return 'must be https, or http on localhost, 127.0.0.1 or [::1]';
  if (REVERSE_DOMAIN.test(url.protocol)) return undefined;
  return 'must be https, http on a loopback address, or of a scheme like com.example.app';
}

/**
 * The URL standard also accepts hosts such as `a;b`, `a'b` and `*`, which would end or widen
 * `frame-ancestors` in the Content-Security-Policy.
 */
const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;

/** Undefined for a valid origin. */
export function originProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin !== text || !isSecure(url) || !HOST.test(url.hostname))
    return 'must be an origin like https://app.example.com: no path, no slash at the end, https unless loopback';
  return undefined;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

export function checkEach(
  field: string,
  values: readonly string[] = [],
  problemOf: (text: string) => string | undefined,
): void {
  for (const [index, value] of values.entries()) {
    const problem = values.indexOf(value) < index ? 'is there twice' : problemOf(value);
    if (problem !== undefined) throw invalid(`${field}[${index}]`, problem);
  }
}
