/** Does a piece of work when its turn comes. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `most` pieces of work be done at a time; the others wait for their turn, in the order of their coming. */
export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy < most) busy++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place, so nobody who comes now can step in between.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
