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

/** Begins a source that is text although it looks like BBCode: a word joiner. */
const PLAIN = '\u2060';

/** Whether a source contains a known BBCode tag. */
export const isRich = (source: string): boolean => !source.startsWith(PLAIN) && TAG.test(source);

/** Whether a source shows nothing, such as an empty list. */
export const isBlank = (source: string): boolean =>
  isRich(source)
    ? !/\[img\b/i.test(source) && source.replace(/\[\/?(?:[a-z]+|\*)(?:=[^\]\n]*)?\]/gi, '').trim() === ''
    : plainText(source).trim() === '';

/** The source of a text, which is the text itself where nothing in it looks like a tag. */
export const plainSource = (text: string): string =>
  text.startsWith(PLAIN) || TAG.test(text) ? PLAIN + text : text;

/** The text of a source that is not rich. */
export const plainText = (source: string): string =>
  source.startsWith(PLAIN) ? source.slice(PLAIN.length) : source;

/** The source of a message, as drafts have it. */
export const sourceOfMessage = ({ richtext, text = '' }: Content): string => richtext || plainSource(text);

/** The content of a message from its source. */
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

/** Decodes the entities by which BBCode holds text that looks like a tag. */
export const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code: string, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name] ?? whole),
  );
