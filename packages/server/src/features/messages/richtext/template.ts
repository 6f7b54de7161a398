/** Key-value pairs of a message. */
export type Fields = Record<string, string | number | boolean | null>;

const PLACE = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

/**
 * Fills in a template: `{{name}}` becomes the field of that name, an unknown one becomes nothing. There is nothing else
 * in a template: no conditions, no loops, no way around the escaping.
 * @param escaped for where the values land
 */
export function fillTemplate(template: string, fields: Fields, escaped: (value: string) => string): string {
  return template.replace(PLACE, (_whole, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    return value === null || value === undefined ? '' : escaped(String(value));
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
