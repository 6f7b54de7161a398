/**
 * `npm run move-files` moves the files of both environments from FILES_MOVED_FROM to FILES_URL, while
 * services with the same settings are running.
 */
import { fileStoreSettings, filesDirectory, readConfig } from '../config/config.ts';
import { basePaths, type EnvironmentName } from '../environment/environment.ts';
import { explainFileError } from '../storage/file-error.ts';
import { type MoveProgress, markMoved, moveFiles, openStores } from '../storage/files/index.ts';
import { StartupError } from '../storage/startup-error.ts';

const REPORT_EVERY_MS = 1_000;

async function main(environments: EnvironmentName[]): Promise<void> {
  const config = readConfig(process.env);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  for (const name of environments) {
    const directory = filesDirectory(config, name);
    const { store, older } = await openStores(fileStoreSettings(config), directory, name);
    if (!older) throw new StartupError('FILES_MOVED_FROM is not set: there is nothing to move');
    try {
      process.stdout.write(`${name}: from ${older.labels.place} to ${store.labels.place}\n`);
      const moved = await moveFiles(older, store, throttledReport(name), interrupted.signal);
      await markMoved({ store, older });
      process.stdout.write(`${lineOf(name, moved)}\n`);
    } catch (error) {
      throw explainFileError(error, directory);
    } finally {
      await older.close();
      await store.close();
    }
  }
  process.stdout.write('All files are there. FILES_MOVED_FROM may go at the next start.\n');
}

function throttledReport(name: string): (progress: MoveProgress) => void {
  let reportedAt = performance.now();
  return (progress) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    process.stdout.write(`${lineOf(name, progress)} …\n`);
  };
}

const lineOf = (name: string, { seen, moved, movedBytes }: MoveProgress) =>
  `${name}: ${seen} files looked at, ${moved} moved (${(movedBytes / 1024 ** 2).toFixed(1)} MiB)`;

await main(Object.keys(basePaths) as EnvironmentName[]).catch((error: unknown) => {
  const { name, message, stack, cause } = error as Error;
  const isExpected =
    error instanceof StartupError || name === 'FileStoreUnavailable' || name === 'AbortError';
  process.stderr.write(
    `${isExpected ? message : stack}${cause instanceof Error && isExpected ? `: ${cause.message}` : ''}\n`,
  );
  process.exitCode = 1;
});
