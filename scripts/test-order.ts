import { readFileSync } from 'node:fs';

/** What starts processes, kills them and waits for deadlines leaves the cores idle for half of its time. */
const WAITING = /^(e2e\/(run|realtime|concurrency)|conformance)\//;
/** A browser keeps more than a core busy. */
const BROWSER = /\bbrowser\.needed\b/;
/** A camera, encoded and decoded in software, keeps all of them busy. */
const MEDIA = /\bfakeMedia\b/;
/** Where the last long file begins at the latest, as a part of the whole, so that none is alone at the end. */
const LAST_LONG = 0.9;

/**
 * The order in which test files take the least time and disturb each other least: of each kind one after the other, so
 * that beside one with cameras run those that wait or need no browser.
 * @param root where the files lie
 */
export function inOrder(files: readonly string[], root: string): string[] {
  const kinds = Map.groupBy(files, (file) => kindOf(file, root));
  return [...kinds]
    .flatMap(([kind, ofKind]) => spread(ofKind, kind === 'short' ? 1 : LAST_LONG))
    .toSorted(([one], [other]) => one - other)
    .map(([, file]) => file);
}

function kindOf(file: string, root: string): 'waiting' | 'media' | 'browser' | 'short' {
  if (WAITING.test(file)) return 'waiting';
  if (hasMedia(root + file)) return 'media';
  return hasBrowser(root + file) ? 'browser' : 'short';
}

/** Whether a test file opens pages in a browser. */
export const hasBrowser = (path: string) => BROWSER.test(readFileSync(path, 'utf8'));

/** Whether they have cameras. */
export const hasMedia = (path: string) => MEDIA.test(readFileSync(path, 'utf8'));

/** Each with the part of the whole at which it comes. */
const spread = (files: readonly string[], end: number) =>
  files.map((file, place) => [((place + 0.5) / files.length) * end, file] as const);
