/** The beginning of a link in text, without punctuation that ends a sentence. */
const LINK = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/i;
const ANCHOR = /<a href="(https?:\/\/[^"]*)"/i;
const MAX_LENGTH = 2_000;

/**
 * The first link of a message; undefined if there is none.
 * @param ownOrigin of the server, whose pages need a sign-in
 */
export function firstLink(
  { text, html }: { text: string; html: string | null },
  ownOrigin: string,
): string | undefined {
  const address = html === null ? LINK.exec(text)?.[0] : ANCHOR.exec(html)?.[1]?.replaceAll('&amp;', '&');
  if (address === undefined || address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return isOfHost(url, ownOrigin) ? undefined : url.href;
}

/** Whether a URL has the host and port of an origin, with any scheme, and with or without the dot of the DNS root. */
export function isOfHost(url: URL, origin: string): boolean {
  const own = new URL(origin);
  return withoutRoot(url.hostname) === withoutRoot(own.hostname) && url.port === own.port;
}

const withoutRoot = (hostname: string) => hostname.replace(/\.$/, '');
