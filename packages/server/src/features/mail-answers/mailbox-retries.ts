export interface Retry {
  /** First failure, by the clock of the service. */
  since: number;
  broken: number;
  /** By the monotonic clock. */
  notBefore: number;
}

/** Retries outlive the reader's connections, because an unreadable mail ends each of them. */
export class Retries {
  readonly #retries = new Map<number, Retry>();
  #uidValidity: bigint | undefined;

  /** Mails that failed in the mailbox come last, so they do not delay others. Forgets mails that are gone. */
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

  set(uid: number, retry: Retry | undefined): void {
    if (retry) this.#retries.set(uid, retry);
    else this.#retries.delete(uid);
  }
}
