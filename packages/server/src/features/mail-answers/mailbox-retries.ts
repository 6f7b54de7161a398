/** A mail that stays in the mailbox because it could not be posted. */
export interface Retry {
  /** When it failed first, by the clock of the service. */
  since: number;
  /** How often in a row the mailbox failed while this mail was read. */
  broken: number;
  /** By the monotonic clock. */
  notBefore: number;
}

/** Of one reader. They outlive its connections, because a mail that the mail server cannot read ends each of them. */
export class Retries {
  readonly #retries = new Map<number, Retry>();
  #uidValidity: bigint | undefined;

  /** Returns the UIDs to read now: those that failed last, so that they hold up no others. Forgets mails that are gone. */
  due(uids: readonly number[], uidValidity: bigint | undefined): number[] {
    const isSame = uidValidity === this.#uidValidity;
    this.#uidValidity = uidValidity;
    const present = new Set(isSame ? uids : []);
    for (const uid of this.#retries.keys()) if (!present.has(uid)) this.#retries.delete(uid);
    const brokenOf = (uid: number) => this.get(uid)?.broken ?? 0;
    return uids
      .filter((uid) => (this.get(uid)?.notBefore ?? 0) <= performance.now())
      .toSorted((a, b) => brokenOf(a) - brokenOf(b));
  }

  get(uid: number): Retry | undefined {
    return this.#retries.get(uid);
  }

  /** Undefined if it is done. */
  set(uid: number, retry: Retry | undefined): void {
    if (retry) this.#retries.set(uid, retry);
    else this.#retries.delete(uid);
  }
}
