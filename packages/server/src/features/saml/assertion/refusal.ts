/** The caller of the API sees the message after the words “the assertion”. */
export class AssertionRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'AssertionRefused';
  }
}
