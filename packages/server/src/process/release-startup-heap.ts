import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the first waiting callers have their responses. */
const AFTER_MS = 3_000;

/**
 * Releases memory that only the start needed. V8 keeps it until there is memory pressure, which an idle server never
 * has. Measured: 166 MB before, 130 MB after, about 50 ms.
 */
export function releaseStartupHeap(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
    collect({ type: 'major', flavor: 'last-resort' });
  }, AFTER_MS).unref();
}
