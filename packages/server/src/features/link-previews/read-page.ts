import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';

export interface StoredPreview {
  url: string;
  title: string;
  description?: string;
  site_name?: string;
  /** Browsers load the picture through the image proxy. */
  picture?: string;
}

const MAX_LENGTHS = { title: 200, description: 400, site_name: 100, picture: 2_000 };
/** Browsers look for a charset in this many bytes. */
const SNIFFED_BYTES = 1_024;
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/**
 * Returns null for a page without a title.
 *
 * @param page the start of the page, and its address after redirects
 */
export function readPage(
  url: string,
  page: { bytes: Buffer; contentType: string; address: string },
): StoredPreview | null {
  const meta = valuesOf(decode(page.bytes, page.contentType));
  const firstValue = (...names: string[]) => names.map((name) => meta.get(name)).find((each) => each);
  const title = shorten(firstValue('og:title', 'twitter:title', 'title'), MAX_LENGTHS.title);
  if (title === '') return null;
  const description = shorten(
    firstValue('og:description', 'twitter:description', 'description'),
    MAX_LENGTHS.description,
  );
  const siteName = shorten(firstValue('og:site_name'), MAX_LENGTHS.site_name);
  const picture = addressOf(firstValue('og:image:secure_url', 'og:image', 'twitter:image'), page.address);
  return {
    url,
    title,
    ...(description === '' ? {} : { description }),
    ...(siteName === '' ? {} : { site_name: siteName }),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** Stops after the head, because parsing is synchronous. */
function valuesOf(html: string): Map<string, string> {
  const values = new Map<string, string>();
  let title: string | undefined;
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      if (name === 'body') parser.pause();
      if (name === 'title' && title === undefined) {
        isInTitle = true;
        title = '';
      }
      const key = (property ?? metaName)?.toLowerCase();
      if (name === 'meta' && key !== undefined && content && !values.has(key)) values.set(key, content);
    },
    ontext(text) {
      if (isInTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
      if (name === 'head') parser.pause();
    },
  });
  parser.end(html);
  if (title !== undefined) values.set('title', title);
  return values;
}

function decode(bytes: Buffer, contentType: string): string {
  const headerCharset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];
  const metaCharset = META_CHARSET.exec(bytes.toString('latin1', 0, SNIFFED_BYTES))?.[1];
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const bomCharset = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : undefined;
  for (const label of [bomCharset, headerCharset, metaCharset]) {
    try {
      if (label !== undefined) return new TextDecoder(label).decode(bytes);
    } catch {
      // Browsers also ignore an unknown charset.
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Some scripts and emoji need joiners, which therefore do not match. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function shorten(text = '', max: number): string {
  const line = text
    .toWellFormed()
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!/[^\p{Cf}\s]/u.test(line)) return '';
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

function addressOf(text: string | undefined, base: string): string | undefined {
  const url = text === undefined ? null : URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_LENGTHS.picture) return undefined;
  return url.href;
}
