/** Clients see the message, which names the element or attribute. */
export class MarkupRefused extends Error {
  override readonly name = 'MarkupRefused';
}
