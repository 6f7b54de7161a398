/**
 * Runs test files in the order that it is given, which `node --test` does not keep, and says how they went.
 *
 *   node scripts/test-run.ts '{"files":[…],"concurrency":3,"execArgv":["--test-timeout=240000"]}'
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

// Until all has been run and has succeeded.
process.exitCode = 1;
run(JSON.parse(process.argv[2] ?? '{}'))
  .on('test:summary', ({ file, success }) => {
    if (file === undefined && success) process.exitCode = 0;
  })
  .compose(spec)
  .pipe(process.stdout);
