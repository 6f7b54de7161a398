export class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
}
