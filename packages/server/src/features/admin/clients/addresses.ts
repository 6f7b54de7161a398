import { invalid } from '../../../errors.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252: an app that is not a website takes a scheme that is a domain of its maker, written backwards. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/** Why an address cannot be one to which codes and tokens are sent; undefined when it can. */
export function redirectUriProblem(text: string): string | undefined {
  // Compared as it is written, so nothing that browsers would quietly take away may be in it.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    return 'must be written in ASCII without spaces and backslashes';
  const url = URL.parse(text);
  if (!url) return 'must be an absolute address';
  if (url.hostname.includes('*')) return 'must have no wildcard';
  if (text.includes('#')) return 'must have no fragment';
  if (url.username || url.password) return 'must have no user name and password';
  if (isSecure(url) && /^https?:\/\//i.test(text)) return undefined;
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return 'must be https, or http on localhost, 127.0.0.1 or [::1]';
  if (REVERSE_DOMAIN.test(url.protocol)) return undefined;
  return 'must be https, http on a loopback address, or of a scheme like com.example.app';
}

/**
 * A host's name or address. The URL standard takes more for one, as `a;b`, `a,b`, `a'b` or `*`, and origins stand in
 * `frame-ancestors` of the Content-Security-Policy, where those end a directive, begin another one or mean all hosts.
 */
const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;

/** Why a text cannot be the origin of pages that embed us; undefined when it can. */
export function originProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin !== text || !isSecure(url) || !HOST.test(url.hostname))
    return 'must be an origin like https://app.example.com: no path, no slash at the end, https unless loopback';
  return undefined;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** Throws a 400 that names the first of `field` with a problem, or the first that is there twice. */
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
