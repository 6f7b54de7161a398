/** The file is at fault: it cannot be rendered or taken apart. The message is for the log. */
export class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
}
