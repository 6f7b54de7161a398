/** The message is shown to the person. */
export class AdmissionRefused extends Error {
  readonly reason: 'full' | 'denied' | 'removed';

  constructor(reason: AdmissionRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
