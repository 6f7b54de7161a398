export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Child = Markup | string | number | false | null | undefined | readonly Child[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(child: Child): string {
  if (child instanceof Markup) return child.text;
  if (child === false || child === null || child === undefined) return '';
  if (typeof child === 'object') return child.map(write).join('');
  return String(child).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Templates must quote attributes, and callers must check URLs. */
export function html(strings: TemplateStringsArray, ...parts: Child[]): Markup {
  return new Markup(strings.map((string, index) => string + write(parts[index])).join(''));
}
