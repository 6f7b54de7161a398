/** The message names the element or attribute, and is public. */
export class MarkupRefused extends Error {
  override readonly name = 'MarkupRefused';
}
