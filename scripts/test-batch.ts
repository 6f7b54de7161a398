import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { shareBrowsers } from '../packages/testkit/src/browser.ts';

/** Of all tests of a file together; without one of its own, a file would have the time of a single test. */
const FILE_TIMEOUT_MS = 400_000;

/**
 * Runs test files one after the other in this process, which loads the modules that they have in common once. Each is a
 * test of its name, and its own tests and hooks belong to that: a file's service is closed before the next is started.
 * @param files paths below the root
 */
export function runInOneProcess(root: string, files: readonly string[]): void {
  after(shareBrowsers());
  for (const file of files) {
    test(file, { timeout: FILE_TIMEOUT_MS }, () => import(pathToFileURL(root + file).href));
  }
}
