/** Serves groups alternately, so that a group with a thousand items does not delay other groups. */
export class FairQueue<T> {
  // Iterated in insertion order. A served group moves to the end.
  readonly #groups = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  has(group: string): boolean {
    return this.#groups.has(group);
  }

  push(group: string, item: T): void {
    const line = this.#groups.get(group);
    if (line) line.push(item);
    else this.#groups.set(group, [item]);
    this.#length++;
  }

  shift(): T | undefined {
    return this.#take((line) => line.shift());
  }

  pop(): T | undefined {
    return this.#take((line) => line.pop());
  }

  #take(from: (line: T[]) => T | undefined): T | undefined {
    for (const [group, line] of this.#groups) {
      const item = from(line);
      this.#groups.delete(group);
      if (line.length > 0) this.#groups.set(group, line);
      this.#length--;
      return item;
    }
    return undefined;
  }

  remove(group: string, item: T): void {
    const line = this.#groups.get(group);
    const index = line?.indexOf(item) ?? -1;
    if (!line || index < 0) return;
    line.splice(index, 1);
    if (line.length === 0) this.#groups.delete(group);
    this.#length--;
  }

  clear(): T[] {
    const all = [...this.#groups.values()].flat();
    this.#groups.clear();
    this.#length = 0;
    return all;
  }
}
