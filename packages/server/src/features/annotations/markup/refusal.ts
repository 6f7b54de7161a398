export class MarkupRefused extends Error {
  override readonly name = 'MarkupRefused';
}
