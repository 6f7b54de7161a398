/** The person sees the error's message. */
export class AdmissionRefused extends Error {
  readonly reason: 'full' | 'denied' | 'removed';

  constructor(reason: AdmissionRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
