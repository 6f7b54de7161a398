/** Somebody is not let in: there is no place in the meet or its lobby, or a host has sent them away. The message is for them. */
export class NoPlace extends Error {
  readonly reason: 'full' | 'denied' | 'removed';

  constructor(reason: NoPlace['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
