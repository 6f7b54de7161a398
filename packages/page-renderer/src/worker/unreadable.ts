/** The message is for the log. */
export class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
}
