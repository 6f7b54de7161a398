import { number } from './number.ts';

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** The markup equals the markup that the server stores, so both can be compared. */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  let markup = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    markup += ` ${attribute}="${escaped(typeof value === 'number' ? number(value) : value)}"`;
  }
  return `${markup}>${content.join('')}</${name}>`;
}

export function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
  const xml = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return xml.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function unescaped(markup: string): string {
  return markup.replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
