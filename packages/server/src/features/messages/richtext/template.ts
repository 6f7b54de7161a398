export type Fields = Record<string, string | number | boolean | null>;

const PLACE = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

/** What a template's fields put into it is longer than allowed. */
export class TemplateTooLong extends Error {}

/**
 * Fills in a template: `{{name}}` becomes the field of that name, an unknown one becomes nothing. There is nothing else
 * in a template: no conditions, no loops, no way around the escaping. Throws TemplateTooLong as soon as the values are
 * longer than `most` characters: a message of 1 MiB can name one value so often that it makes 500 MB.
 * @param escaped for where the values land
 */
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

/** For plain text: as it is. */
export const asText = (value: string): string => value;

/** For BBCode: brackets become entities, so that a value brings no tags along. */
export const asBbcode = (value: string): string => value.replaceAll('[', '&#91;').replaceAll(']', '&#93;');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML, between tags and in attributes within quotation marks. */
export const asHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
