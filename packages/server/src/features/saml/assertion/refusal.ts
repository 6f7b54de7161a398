/** An assertion that is not accepted. The message says what is wrong, as the rest of "the assertion …", and is public. */
export class AssertionRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'AssertionRefused';
  }
}
