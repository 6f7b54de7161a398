const SECTION = /^\s*\[([^\]\r\n]+)\]\s*$/;

export function isInternetShortcut(text: string): boolean {
  const [first = '', ...rest] = text.split(/[\r\n]+/).filter((line) => !isBlankOrComment(line));
  return SECTION.test(first) && [first, ...rest].some((line) => nameOfSection(line) === 'internetshortcut');
}

export function addressOfInternetShortcut(text: string): string {
  let section = '';
  for (const line of text.split(/[\r\n]+/)) {
    section = nameOfSection(line) ?? section;
    const value = section === 'internetshortcut' ? /^\s*URL\s*=(.*)$/i.exec(line)?.[1] : undefined;
    if (value !== undefined) return unquoted(value.trim());
  }
  return '';
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

const nameOfSection = (line: string) => SECTION.exec(line)?.[1]?.trim().toLowerCase();
const isBlankOrComment = (line: string) => /^\s*(?:[;#].*)?$/.test(line);
