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
  limits: { maxWaiting: number },
): Submit<I, O> {
  return createLines(run, limits).submit;
}

/** As `createBatcher`, and whether a key is being worked on. */
function createLines<I, O>(
  run: (key: string, items: I[]) => Promise<O[]>,
  { maxWaiting }: { maxWaiting: number },
): { submit: Submit<I, O>; has(key: string): boolean } {
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

  const submit: Submit<I, O> = (key, item) =>
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
  return { submit, has: (key) => lines.has(key) };
}

/** In place of an outcome: the item's key was held up by somebody else, so that nothing was done for the item. */
export const HELD_UP = Symbol('held up');

/** Batches of a joint batcher that may be under way at once: while one waits for its commit, the next one is prepared. */
const MAX_RUNS = 2;

/**
 * Does together what waits, whatever its key, and the items of each key in the order in which they came. An item begins at once
 * unless its key is being worked on or two batches are under way. Items of a key that somebody else holds up are done by
 * themselves, as `createBatcher` does, so they do not delay other keys.
 *
 * @param runJointly does a batch: an outcome for each item, in their order. When it fails, it must have done nothing.
 * @param runKey does what was held up, as for `createBatcher`
 * @param maxWaiting the items that wait, and those that wait for one key that is held up; the next one throws DatabaseBusy
 */
export function createJointBatcher<I, O>(
  {
    runJointly,
    runKey,
  }: {
    runJointly: (items: I[]) => Promise<(O | typeof HELD_UP)[]>;
    runKey: (key: string, items: I[]) => Promise<O[]>;
  },
  { maxWaiting }: { maxWaiting: number },
): Submit<I, O> {
  type Keyed = Waiting<I, O> & { key: string };
  const heldUp = createLines(runKey, { maxWaiting });
  const underWay = new Set<string>();
  let waiting: Keyed[] = [];
  let runs = 0;

  const doAlone = ({ key, item, resolve, reject }: Keyed) => heldUp.submit(key, item).then(resolve, reject);

  function beginWaiting(): void {
    if (runs === MAX_RUNS || waiting.length === 0) return;
    const { batch = [], later = [] } = Object.groupBy(waiting, ({ key }) =>
      underWay.has(key) ? 'later' : 'batch',
    );
    waiting = later;
    if (batch.length > 0) void run(batch);
  }

  async function run(batch: Keyed[]): Promise<void> {
    const keys = new Set(batch.map(({ key }) => key));
    runs++;
    for (const key of keys) underWay.add(key);
    await settle(batch);
    for (const key of keys) underWay.delete(key);
    runs--;
    beginWaiting();
  }

  async function settle(batch: Keyed[]): Promise<void> {
    let outcomes: (O | typeof HELD_UP)[] | undefined;
    try {
      outcomes = await runJointly(batch.map(({ item }) => item));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
    }
    for (const [index, waited] of batch.entries()) {
      const outcome = outcomes ? (outcomes[index] as O | typeof HELD_UP) : HELD_UP;
      if (outcome === HELD_UP) doAlone(waited);
      else waited.resolve(outcome);
    }
    // Those that came meanwhile stay behind those that were held up.
    for (const each of waiting) if (heldUp.has(each.key)) doAlone(each);
    waiting = waiting.filter(({ key }) => !heldUp.has(key));
  }

  return (key, item) => {
    if (heldUp.has(key)) return heldUp.submit(key, item);
    if (waiting.length >= maxWaiting)
      return Promise.reject(new DatabaseBusy(`${maxWaiting} calls wait for the same`));
    return new Promise((resolve, reject) => {
      waiting.push({ key, item, resolve, reject });
      if (!underWay.has(key)) beginWaiting();
    });
  };
}
