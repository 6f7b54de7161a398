import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';

/** The environment variable by which the test runner tells in which folder statements are recorded. */
export const STATEMENTS_DIRECTORY = 'RINGBINDER_TEST_STATEMENTS';

/** A statement that the server has sent to its database while tests ran. */
export interface RecordedStatement {
  text: string;
  /** The file of the server that asked for it, below the root; empty when the trace does not tell. */
  file: string;
}

const root = new URL('../../../', import.meta.url).href;
/** What asks in a test's own name: its statements are not the product's. */
const OF_TESTS = /\.test\.ts$|\/testing\/|^(packages\/testkit|e2e|bench|conformance|scripts)\//;
/** What every statement goes through. */
const OF_POOL = /server\/src\/(storage\/|sandbox\/generations\.ts)/;
const ENDING = '.statements.jsonl';

/** A trace passes through the pool first, and what calls a feature may stand behind some callbacks. */
const FRAMES = 60;

/**
 * Appends each text that this process sends to the database through the server's pool, once, to a file of its own in
 * `directory`, as JSON lines. What a test asks by itself is left out.
 */
export function recordStatements(directory: string): void {
  const path = join(directory, `${process.pid}${ENDING}`);
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

/** What all processes have recorded in a folder. */
export function readRecordedStatements(directory: string): RecordedStatement[] {
  const files = readdirSync(directory).filter((name) => name.endsWith(ENDING));
  // The last line of a process that was killed while it wrote is cut off.
  const lines = files.flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n').slice(0, -1));
  return lines.map((line) => JSON.parse(line));
}

/** The file nearest to the database of those that called it, without the pool's own; a test of the pool is a caller. */
function findCaller(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = before;
  for (const [address] of stack.matchAll(/file:\/\/[^\s):]+/g)) {
    const file = relative(root, address);
    if (file.startsWith('..') || /node_modules|recorded-statements/.test(file)) continue;
    if (file.endsWith('.test.ts') || !OF_POOL.test(file)) return file;
  }
  return '';
}
