/** Markup that is safe to send: everything that was put into it has been escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: nothing is left out for false, null and undefined. */
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

/**
 * Writes HTML: what is put in is escaped, unless it is Markup itself. Attribute values must stand in quotation marks, and
 * addresses must have been checked.
 */
export function html(strings: TemplateStringsArray, ...parts: Child[]): Markup {
  return new Markup(strings.map((string, index) => string + write(parts[index])).join(''));
}
