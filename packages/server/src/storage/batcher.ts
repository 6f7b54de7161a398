import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts';

/** Hands an item in under a key, and gives its own outcome. */
export type Submit<I, O> = (key: string, item: I) => Promise<O>;

interface Waiting<I, O> {
  item: I;
  resolve(outcome: O): void;
  reject(error: unknown): void;
}

/**
 * Does together what waits for the same key. An item whose key is idle is done at once; those that come meanwhile wait,
 * and are then done as one batch, all of them, in the order in which they came. Nobody waits for company.
 *
 * A batch has no size of its own: under load each waits for a turn of a busy event loop, and batches of 100 of 1,000
 * that waited took ten turns (measured at three times the capacity, posts to one binder: a fifth of the throughput).
 *
 * When a batch fails, its halves are done each by itself, so that one item does not take the others with it; `run` must
 * then have done nothing. Not so when the database is unavailable, since it may have committed: then all of them are rejected with that.
 *
 * @param run does a batch of one key: an outcome for each item, in their order
 * @param maxWaiting the items that wait for one key; the next one throws DatabaseBusy
 */
export function createBatcher<I, O>(
  run: (key: string, items: I[]) => Promise<O[]>,
  { maxWaiting }: { maxWaiting: number },
): Submit<I, O> {
  // A key has a line while it is worked on.
  const lines = new Map<string, Waiting<I, O>[]>();

  async function work(key: string, line: Waiting<I, O>[]): Promise<void> {
    while (line.length > 0) await settle(key, line.splice(0));
    lines.delete(key);
  }

  async function settle(key: string, batch: Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await run(
        key,
        batch.map(({ item }) => item),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as O);
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const middle = batch.length >> 1;
      await settle(key, batch.slice(0, middle));
      await settle(key, batch.slice(middle));
    }
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const line = lines.get(key);
      if (!line) {
        const own = [waiting];
        lines.set(key, own);
        void work(key, own);
      } else if (line.length < maxWaiting) line.push(waiting);
      else reject(new DatabaseBusy(`${maxWaiting} calls wait for the same`));
    });
}
