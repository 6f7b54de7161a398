import { readFileSync } from 'node:fs';

/** What starts processes, kills them and waits for deadlines leaves the cores idle for half of its time. */
const WAITING = /^(e2e\/(run|realtime|concurrency)|conformance)\//;
/** A browser keeps more than a core busy. */
const BROWSER = /\bbrowser\.needed\b/;

/**
 * The order in which test files take the least time: the long ones first, so that none of them is alone at the end, and
 * of these one that waits beside one that keeps the cores busy.
 * @param root where the files lie
 */
export function inOrder(files: readonly string[], root: string): string[] {
  const waiting = files.filter((file) => WAITING.test(file));
  const busy = files.filter((file) => !waiting.includes(file) && hasBrowser(root + file));
  const long = new Set(
    [...spread(waiting), ...spread(busy)].toSorted(([one], [other]) => one - other).map(([, file]) => file),
  );
  return [...long, ...files.filter((file) => !long.has(file))];
}

/** Whether a test file opens pages in a browser. */
export const hasBrowser = (path: string) => BROWSER.test(readFileSync(path, 'utf8'));

/** Each with the part of the whole at which it comes. */
const spread = (files: readonly string[]) =>
  files.map((file, place) => [(place + 0.5) / files.length, file] as const);
