const LINE_START = /^ {0,3}(?:#{1,6}\s+|(?:> ?)+)?(?:\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/;
const MARK_ALONE = /^ {0,3}(?:(?:[*_-]\s*){3,}|\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?|(?:```|~~~).*|=+)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
// The bounds prevent quadratic time for unclosed markers.
const INLINE: readonly [RegExp, string][] = [
  [/!?\[([^\][]{1,500})\]\([^\s()]{1,2000}(?:\s+"[^"]{0,500}")?\)/g, '$1'],
  [/<(https?:\/\/[^\s<>]{1,2000})>/g, '$1'],
  [/(`+)(?!`)([^`]{1,500})\1/g, '$2'],
  [/(\*\*\*|\*\*|~~)(?=\S)([^\n]{1,500}?)(?<=\S)\1/g, '$2'],
  [/(?<![\w_])(___|__|_)(?=[^\s_])([^\n]{1,500}?)(?<=[^\s_])\1(?![\w_])/g, '$2'],
  [/(?<![\w*])\*(?=[^\s*])([^*\n]{1,500}?)(?<=\S)\*(?![\w*])/g, '$1'],
  [/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1'],
];

export function plainMarkdown(markdown: string): string {
  return markdown
    .split(/\r\n|[\n\r\f]/)
    .filter((line) => !MARK_ALONE.test(line))
    .map((line) => plainLine(line.replace(LINE_START, '')))
    .join('\n')
    .trim();
}

function plainLine(line: string): string {
  const [, cells] = ROW.exec(line) ?? [];
  const words =
    cells === undefined
      ? line
      : cells
          .split('|')
          .map((cell) => cell.trim())
          .join(' ');
  return INLINE.reduce((text, [mark, replacement]) => text.replace(mark, replacement), words);
}
