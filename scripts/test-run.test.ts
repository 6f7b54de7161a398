import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const root = new URL('..', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'test-run-'));
after(() => rmSync(directory, { recursive: true }));

function write(name: string, body: string): string {
  const path = join(directory, name);
  writeFileSync(
    path,
    `import { test } from 'node:test';\nimport { existsSync, writeFileSync } from 'node:fs';\n${body}`,
  );
  return path;
}

/** Fails the first time that it is run. */
const unsteady = (name: string) => {
  const path = JSON.stringify(join(directory, `${name}.seen`));
  return `if (!existsSync(${path})) { writeFileSync(${path}, ''); throw new Error('first'); }`;
};

function runThem(programs: { path: string; files: string[] }[], repeats: boolean) {
  const settings = JSON.stringify({ programs, repeats, concurrency: 2, execArgv: [] });
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const done = spawnSync(process.execPath, [join(root, 'scripts/test-run.ts'), settings], {
    env,
    encoding: 'utf8',
  });
  return { code: done.status, out: done.stdout };
}
const alone = (path: string) => ({ path, files: [path] });

test('a file that fails beside others and passes by itself fails nothing, and is named', () => {
  const steady = write('steady.test.mjs', `test('steady', () => {});`);
  const once = write('once.test.mjs', `test('once', () => { ${unsteady('once')} });`);
  const { code, out } = runThem([alone(steady), alone(once)], true);
  assert.equal(code, 0, out);
  assert.match(out, /fail 1\n/);
  assert.ok(out.endsWith(`passed by themselves:\n  ${once}\n`), out);
});

test('of a program of several files those are run again that have not passed, also those that were not come to', () => {
  const [good, bad, late] = ['good', 'bad', 'late'].map((name) => {
    const first = name === 'bad' ? `if (!process.argv[1].endsWith('bad.test.mjs')) process.exit(3);` : '';
    return write(`${name}.test.mjs`, `test('${name} itself', () => { ${first} });`);
  });
  const files = [good, bad, late].map(String);
  const calls = files.map(
    (file) => `test(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(file)}); });`,
  );
  const { code, out } = runThem([{ path: write('batch.test.mjs', calls.join('\n')), files }], true);
  assert.equal(code, 0, out);
  // A process that ends at once may take with it what it had to say of the first.
  assert.ok(out.endsWith(`  ${bad}\n  ${late}\n`), out);
});

test('what fails twice fails, and so does what is not to be repeated', () => {
  const never = write('never.test.mjs', `test('never', () => { throw new Error('always'); });`);
  assert.equal(runThem([alone(never)], true).code, 1);
  const once = write('strict.test.mjs', `test('strict', () => { ${unsteady('strict')} });`);
  const { code, out } = runThem([alone(once)], false);
  assert.deepEqual([code, out.includes('once more')], [1, false]);
});
