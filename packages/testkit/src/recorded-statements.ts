import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';

/** The environment variable by which the test runner tells in which folder statements are recorded. */
export const STATEMENTS = 'RINGBINDER_TEST_STATEMENTS';

/** A statement that the server has sent to its database while tests ran. */
export interface RecordedStatement {
  text: string;
  /** The file of the server that asked for it, below the root; empty when the trace does not tell. */
  file: string;
}

const root = new URL('../../../', import.meta.url).href;
/** What asks in a test's own name: its statements are not the product's. */
const OF_TESTS = /\.test\.ts$|^(packages\/testkit|e2e|bench|conformance|scripts)\//;
/** A trace passes through the pool first, and what calls a feature may stand behind some callbacks. */
const FRAMES = 60;

/**
 * Appends each text that this process sends to the database through the server's pool, once, to a file of its own in
 * `directory`, as JSON lines. What a test asks by itself is left out.
 */
export function recordStatements(directory: string): void {
  const path = join(directory, `${process.pid}.jsonl`);
  const seen = new Set<string>();
  const prototype = pg.Client.prototype as unknown as { query(...parts: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...parts) {
    const text = (parts[0] as { text?: unknown } | undefined)?.text;
    // A test may ask first what the product asks too, so only the product's are done with.
    if (typeof text === 'string' && !seen.has(text)) {
      const file = findCaller();
      if (!OF_TESTS.test(file)) {
        seen.add(text);
        appendFileSync(path, `${JSON.stringify({ text, file } satisfies RecordedStatement)}\n`);
      }
    }
    return query.apply(this, parts);
  };
}

/** The file nearest to the database of those that called it, without the pool's own. */
function findCaller(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = before;
  for (const [address] of stack.matchAll(/file:\/\/[^\s):]+/g)) {
    const file = relative(root, address);
    if (!file.startsWith('..') && !/node_modules|server\/src\/storage\/|recorded-statements/.test(file)) return file;
  }
  return '';
}
