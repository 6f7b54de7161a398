import { type Because, because, invalid } from '../../../errors.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252: native apps use a reversed domain name, such as `com.example.app:`. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

export function redirectUriProblem(text: string): Because | undefined {
  // Redirect URIs are compared as strings, but browsers silently strip some characters.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return because('redirect_ascii');
  const url = URL.parse(text);
  if (!url) return because('address_absolute');
  if (url.hostname.includes('*')) return because('address_wildcard');
  if (text.includes('#')) return because('fragment_not_allowed');
  if (url.username || url.password) return because('credentials_not_allowed');
  if (isSecure(url) && /^https?:\/\//i.test(text)) return undefined;
  if (url.protocol === 'http:' || url.protocol === 'https:') return because('address_secure');
  if (REVERSE_DOMAIN.test(url.protocol)) return undefined;
  return because('address_scheme');
}

/**
 * The URL standard accepts hosts such as `a;b` and `*`, which would change the directive `frame-ancestors` of the
 * Content-Security-Policy.
 */
const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;

export function originProblem(text: string): Because | undefined {
  const url = URL.parse(text);
  if (!url || url.origin !== text || !isSecure(url) || !HOST.test(url.hostname))
    return because('origin_form');
  return undefined;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

export function checkEach(
  field: string,
  values: readonly string[] = [],
  problemOf: (text: string) => Because | undefined,
): void {
  for (const [index, value] of values.entries()) {
    const problem = values.indexOf(value) < index ? because('is_there_twice') : problemOf(value);
    if (problem !== undefined) throw invalid(`${field}[${index}]`, problem);
  }
}
