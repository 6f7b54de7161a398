/** What a single path of the API that existing clients call begins with: the rest of the API has no address at the root. */
const AT_THE_ROOT = /^(?:me|oauth|apps|meets|[BUO][0-9A-Za-z]{22})(?=[/?]|$)/;
/** Slashes, the environment, the version, each with as many slashes behind it as the caller put there. */
const BEGINNING = /^\/+(sandbox\/+)?(v1\/+)?/;

/**
 * The address by which a request is routed. Existing clients leave out the version (`/oauth/token`, `/sandbox/me`), and
 * put a path that begins with a slash behind a base address that ends with one (`/v1//me`). Anything else stays as it
 * is: a double slash further on is an id that the caller forgot, and one before a page of ours or `/metrics` would get
 * around the rules of a proxy in front.
 */
export function canonicalUrl(url: string): string {
  // The usual request: not worth an expression.
  if (url.startsWith('/v1/') && url.charCodeAt(4) !== 0x2f) return url;
  const [beginning = '', sandbox, version] = BEGINNING.exec(url) ?? [];
  const rest = url.slice(beginning.length);
  if (beginning === '' || rest === '' || (version === undefined && !AT_THE_ROOT.test(rest))) return url;
  return `/${sandbox === undefined ? '' : 'sandbox/'}v1/${rest}`;
}
