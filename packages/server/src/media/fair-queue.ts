/**
 * A waiting line in which groups take turns: whoever brings a thousand things waits for them, and nobody else does.
 * Within a group, first come is first served.
 */
export class FairQueue<T> {
  // A Map keeps the order in which groups came to stand in it; the group that was served goes to its end.
  readonly #groups = new Map<string, T[]>();
  #length = 0;

  /** How many wait, of all groups. */
  get length(): number {
    return this.#length;
  }

  push(group: string, item: T): void {
    const line = this.#groups.get(group);
    if (line) line.push(item);
    else this.#groups.set(group, [item]);
    this.#length++;
  }

  /** Takes the next out, of the group that has waited longest for its turn. */
  shift(): T | undefined {
    for (const [group, line] of this.#groups) {
      const item = line.shift();
      this.#groups.delete(group);
      if (line.length > 0) this.#groups.set(group, line);
      this.#length--;
      return item;
    }
    return undefined;
  }

  /** Takes one out that need not be next. Harmless when it does not wait. */
  remove(group: string, item: T): void {
    const line = this.#groups.get(group);
    const index = line?.indexOf(item) ?? -1;
    if (!line || index < 0) return;
    line.splice(index, 1);
    if (line.length === 0) this.#groups.delete(group);
    this.#length--;
  }

  /** Takes all out. */
  clear(): T[] {
    const all = [...this.#groups.values()].flat();
    this.#groups.clear();
    this.#length = 0;
    return all;
  }
}
