const LINK = /\bhttps?:\/\/[^\s<>"]+/i;
const TRAILING = /['.,;:!?…]+$/;
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;
const ANCHOR = /<a href="(https?:\/\/[^"]*)"/i;
const MAX_LENGTH = 2_000;

/** @param ownOrigin origin of pages without previews, because they need a sign-in */
export function firstLink(
  { text, html }: { text: string; html: string | null },
  ownOrigin: string,
): string | undefined {
  const address = html === null ? trimTrailing(LINK.exec(text)?.[0]) : unescapeHtml(ANCHOR.exec(html)?.[1]);
  if (address === undefined || address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return isOfHost(url, ownOrigin) ? undefined : url.href;
}

/** Ignores the scheme, and a dot at the end of the host name. */
export function isOfHost(url: URL, origin: string): boolean {
  const ownUrl = new URL(origin);
  return withoutRoot(url.hostname) === withoutRoot(ownUrl.hostname) && url.port === ownUrl.port;
}

const withoutRoot = (hostname: string) => hostname.replace(/\.$/, '');

function trimTrailing(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2 * MAX_LENGTH) return undefined;
  let address = text.replace(TRAILING, '');
  const surplusBrackets = new Map<string, number>(
    BRACKETS.map(([opening, closing]) => [closing, count(address, closing) - count(address, opening)]),
  );
  for (;;) {
    const last = address.at(-1) ?? '';
    const surplus = surplusBrackets.get(last) ?? 0;
    if (surplus <= 0) return address;
    surplusBrackets.set(last, surplus - 1);
    address = address.slice(0, -1).replace(TRAILING, '');
  }
}

const count = (text: string, character: string) => text.split(character).length - 1;

function unescapeHtml(text: string | undefined): string | undefined {
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
