export interface Selected {
  text: string;
  start: number;
  end: number;
}

interface Content {
  richtext?: string | undefined;
  text?: string | undefined;
}

const TAG = /\[(b|i|u|s|color|size|center|list|table|img|url|code|quote)(?:=[^\]\n]*)?\][\s\S]*?\[\/\1\]/i;

/** U+2060 at the start of a message marks text that looks like BBCode as plain text. */
const PLAIN = '\u2060';

export const isRich = (source: string): boolean => !source.startsWith(PLAIN) && TAG.test(source);

export const isBlank = (source: string): boolean =>
  isRich(source)
    ? !/\[img\b/i.test(source) && source.replace(/\[\/?(?:[a-z]+|\*)(?:=[^\]\n]*)?\]/gi, '').trim() === ''
    : plainText(source).trim() === '';

export const plainSource = (text: string): string =>
  text.startsWith(PLAIN) || TAG.test(text) ? PLAIN + text : text;

export const plainText = (source: string): string =>
  source.startsWith(PLAIN) ? source.slice(PLAIN.length) : source;

export const sourceOfMessage = ({ richtext, text = '' }: Content): string => richtext || plainSource(text);

export function contentOf(source: string): { richtext: string } | { text: string } {
  return isRich(source) ? { richtext: source.trim() } : { text: plainText(source).trim() };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

export const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code: string, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name] ?? whole),
  );
