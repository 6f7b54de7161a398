/** Runs work on the same thing one after the other, work on different things side by side. */
export interface Turns {
  /** Runs `work` when nothing else runs for `key`. Gives and throws what it does. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Turns within this process. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work);
      const ended = turn.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, ended);
      void ended.then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
      return turn;
    },
  };
}
