/** The person sees the message. */
export class AdmissionRefused extends Error {
  readonly reason: 'full' | 'denied' | 'removed';

  constructor(reason: AdmissionRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
