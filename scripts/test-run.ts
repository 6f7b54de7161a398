/**
 * Runs test files in the order that it is given, which `node --test` does not keep, and says how they went.
 *
 *   node scripts/test-run.ts '{"programs":[{"path":"…","files":["…"]}],"concurrency":3,"execArgv":["--test-timeout=240000"]}'
 *
 * With `repeats`, files that failed beside others are run once more with the machine to themselves. Those that pass
 * then fail nothing, but are named at the end: each is a defect of the test, or a race in the product, to be mended.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { Program } from './test-batches.ts';

interface Settings {
  concurrency: number;
  execArgv: string[];
}

/** When more fail, something is broken, and to run them again tells nothing. */
const MAX_REPEATED = 20;

/** Runs programs. @returns whether all went well, and the files of those that did not */
async function runAll(
  programs: readonly Program[],
  settings: Settings,
): Promise<{ success: boolean; failed: string[] }> {
  let success = false;
  const failedPaths = new Set<string>();
  const passed = new Set<string>();
  const tests = run({ ...settings, files: programs.map(({ path }) => path) });
  tests
    // A program that runs several files calls its outer tests by their paths; what died is itself called by its path.
    .on('test:pass', ({ name, nesting }) => nesting === 0 && passed.add(name))
    .on('test:fail', ({ name, nesting }) => nesting === 0 && failedPaths.add(name))
    .on('test:summary', (summary) => {
      if (summary.file === undefined) success = summary.success;
      else if (!summary.success) failedPaths.add(summary.file);
    });
  for await (const line of tests.compose(spec)) process.stdout.write(line);
  const failed = programs
    .filter(({ path }) => [...failedPaths].some((failedPath) => failedPath.endsWith(path)))
    .flatMap(({ files }) => files.filter((file) => !passed.has(file)));
  return { success, failed };
}

const inLines = (files: readonly string[]) => files.map((file) => `  ${file}\n`).join('');

// Until all has been run and has succeeded.
process.exitCode = 1;
const { programs, repeats, ...settings } = JSON.parse(process.argv[2] ?? '{}');
const { success, failed } = await runAll(programs, settings);
if (success) process.exitCode = 0;
else if (repeats && failed.length > 0 && failed.length <= MAX_REPEATED) {
  process.stdout.write(`\nFailed beside others, and run once more by themselves:\n${inLines(failed)}\n`);
  const again = failed.map((path) => ({ path, files: [path] }));
  const second = await runAll(again, { ...settings, concurrency: 1 });
  if (second.success) {
    process.exitCode = 0;
    process.stdout.write(
      `\nUnsteady, to be mended: these failed beside others and passed by themselves:\n${inLines(failed)}`,
    );
  }
}
