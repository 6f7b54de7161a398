import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts';

export type Submit<I, O> = (key: string, item: I) => Promise<O>;

interface Waiting<I, O> {
  item: I;
  resolve(outcome: O): void;
  reject(error: unknown): void;
}

/**
 * The first item of an idle key runs at once. Items that arrive during a run form the next batch.
 * If a run rejects, its batch is split and repeated, so the run must have had no effect. After
 * DatabaseUnavailable, all items are rejected instead.
 */
export function createBatcher<I, O>(
  run: (key: string, items: I[]) => Promise<O[]>,
  limits: { maxWaiting: number },
): Submit<I, O> {
  return createKeyQueues(run, limits).submit;
}

function createKeyQueues<I, O>(
  run: (key: string, items: I[]) => Promise<O[]>,
  { maxWaiting }: { maxWaiting: number },
): { submit: Submit<I, O>; has(key: string): boolean } {
  const queues = new Map<string, Waiting<I, O>[]>();

  async function work(key: string, queue: Waiting<I, O>[]): Promise<void> {
    while (queue.length > 0) await settle(key, queue.splice(0));
    queues.delete(key);
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
      const queue = queues.get(key);
      if (!queue) {
        const own = [waiting];
        queues.set(key, own);
        void work(key, own);
      } else if (queue.length < maxWaiting) queue.push(waiting);
      else reject(new DatabaseBusy(`${maxWaiting} calls wait for the same`));
    });
  return { submit, has: (key) => queues.has(key) };
}

/** The item had no effect, because another transaction holds the key's lock. */
export const STALLED = Symbol('held up');

const MAX_RUNS = 2;

/**
 * Items of the same key run in order. Items of a locked key or of a failed batch run in batches of their own,
 * and do not delay other keys.
 * `runJointly` must have no effect if it rejects, except with DatabaseUnavailable.
 */
export function createJointBatcher<I, O>(
  {
    runJointly,
    runKey,
  }: {
    runJointly: (items: I[]) => Promise<(O | typeof STALLED)[]>;
    runKey: (key: string, items: I[]) => Promise<O[]>;
  },
  { maxWaiting }: { maxWaiting: number },
): Submit<I, O> {
  type Keyed = Waiting<I, O> & { key: string };
  const stalled = createKeyQueues(runKey, { maxWaiting });
  const runningKeys = new Set<string>();
  let waiting: Keyed[] = [];
  let runs = 0;

  const submitSeparately = ({ key, item, resolve, reject }: Keyed) =>
    stalled.submit(key, item).then(resolve, reject);

  function beginWaiting(): void {
    if (runs === MAX_RUNS || waiting.length === 0) return;
    const { batch = [], later = [] } = Object.groupBy(waiting, ({ key }) =>
      runningKeys.has(key) ? 'later' : 'batch',
    );
    waiting = later;
    if (batch.length > 0) void run(batch);
  }

  async function run(batch: Keyed[]): Promise<void> {
    const keys = new Set(batch.map(({ key }) => key));
    runs++;
    for (const key of keys) runningKeys.add(key);
    await settle(batch);
    for (const key of keys) runningKeys.delete(key);
    runs--;
    beginWaiting();
  }

  async function settle(batch: Keyed[]): Promise<void> {
    let outcomes: (O | typeof STALLED)[] | undefined;
    try {
      outcomes = await runJointly(batch.map(({ item }) => item));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
    }
    for (const [index, waited] of batch.entries()) {
      const outcome = outcomes ? (outcomes[index] as O | typeof STALLED) : STALLED;
      if (outcome === STALLED) submitSeparately(waited);
      else waited.resolve(outcome);
    }
    for (const each of waiting) if (stalled.has(each.key)) submitSeparately(each);
    waiting = waiting.filter(({ key }) => !stalled.has(key));
  }

  return (key, item) => {
    if (stalled.has(key)) return stalled.submit(key, item);
    if (waiting.length >= maxWaiting)
      return Promise.reject(new DatabaseBusy(`${maxWaiting} calls wait for the same`));
    return new Promise((resolve, reject) => {
      waiting.push({ key, item, resolve, reject });
      if (!runningKeys.has(key)) beginWaiting();
    });
  };
}
