/** The message names the element or attribute. Clients see it. */
export class MarkupRefused extends Error {
  override readonly name = 'MarkupRefused';
}
