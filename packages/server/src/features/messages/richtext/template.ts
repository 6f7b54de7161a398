export type Fields = Record<string, string | number | boolean | null>;

const PLACE = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

export class TemplateTooLong extends Error {}

/** Throws `TemplateTooLong` if the inserted values together exceed `most` characters. */
export function fillTemplate(
  template: string,
  fields: Fields,
  escaped: (value: string) => string,
  most: number,
): string {
  let left = most;
  return template.replace(PLACE, (_whole, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (value === null || value === undefined) return '';
    const text = escaped(String(value));
    left -= text.length;
    if (left < 0) throw new TemplateTooLong();
    return text;
  });
}

export const asText = (value: string): string => value;

/** Without brackets, a value cannot add tags. */
export const asBbcode = (value: string): string => value.replaceAll('[', '&#91;').replaceAll(']', '&#93;');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const asHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
