/**
 * Entry is refused: meet or lobby is full, or a host denied or removed the person. The message is for them.
 */
export class AdmissionRefused extends Error {
  readonly reason: 'full' | 'denied' | 'removed';

  constructor(reason: AdmissionRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
