/** The message is public. It continues “the assertion …”. */
export class AssertionRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'AssertionRefused';
  }
}
