const AT_THE_ROOT = /^(?:me|oauth|apps|meets|[BUO][0-9A-Za-z]{22})(?=[/?]|$)/;
const BEGINNING = /^\/+(sandbox\/+)?(v1\/+)?/;

/**
 * Existing clients omit the version (`/oauth/token`) or double a slash (`/v1//me`). A later double slash
 * means that an id is missing, so such URLs stay unchanged.
 */
export function canonicalUrl(url: string): string {
  if (url.startsWith('/v1/') && url.charCodeAt(4) !== 0x2f) return url;
  const [beginning = '', sandbox, version] = BEGINNING.exec(url) ?? [];
  const rest = url.slice(beginning.length);
  if (beginning === '' || rest === '' || (version === undefined && !AT_THE_ROOT.test(rest))) return url;
  return `/${sandbox === undefined ? '' : 'sandbox/'}v1/${rest}`;
}
