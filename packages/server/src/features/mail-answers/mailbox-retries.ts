export interface Retry {
  /** Time of the first failure, from the service's clock. */
  since: number;
  readFailures: number;
  /** From the monotonic clock. */
  notBefore: number;
}

/** Outlives the connection to the mailbox, because an email that cannot be read ends the connection. */
export class Retries {
  readonly #retries = new Map<number, Retry>();
  #uidValidity: bigint | undefined;

  /** Unreadable emails are last, so that they do not delay others. */
  dueUids(uids: readonly number[], uidValidity: bigint | undefined): number[] {
    const isSame = uidValidity === this.#uidValidity;
    this.#uidValidity = uidValidity;
    const present = new Set(isSame ? uids : []);
    for (const uid of this.#retries.keys()) if (!present.has(uid)) this.#retries.delete(uid);
    const failuresOf = (uid: number) => this.get(uid)?.readFailures ?? 0;
    return uids
      .filter((uid) => (this.get(uid)?.notBefore ?? 0) <= performance.now())
      .toSorted((a, b) => failuresOf(a) - failuresOf(b));
  }

  get(uid: number): Retry | undefined {
    return this.#retries.get(uid);
  }

  set(uid: number, retry: Retry | undefined): void {
    if (retry) this.#retries.set(uid, retry);
    else this.#retries.delete(uid);
  }
}
