/** An error that prevents the start, with a one-line message for the operator. */
export class StartupError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'StartupError';
  }
}
