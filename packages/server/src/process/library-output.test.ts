import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'vitest';

const program = `
  import { createLog } from '${import.meta.dirname}/logger.ts';
  import { logLibraryOutput } from '${import.meta.dirname}/library-output.ts';
  logLibraryOutput(createLog('info', process.stdout));
  process.emitWarning('old call', 'DeprecationWarning', 'LIB1');
  console.error('two\\nlines of %s', 'a library');
  console.log('a note');
  setImmediate(() => console.info('the end'));
`;

test('[OPS-4] warnings and what libraries print are lines of the log', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [40, 'two\nlines of a library'],
      [30, 'a note'],
      [40, 'DeprecationWarning: old call'],
      [30, 'the end'],
    ],
  );
  assert.equal(lines[2].err.code, 'LIB1');
});
