import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { checkRules, findTestFiles, readProofs, readRules } from './check-rules.ts';

// This file is itself scanned for proofs, so the sources below are put together and never stand here in one piece.
const testNamed = (name: string, call = 'test', options = '') => `${call}('${name}'${options}, () => {});\n`;
const row = (id: string, status: string, test = '–', origin = 'contract') =>
  `| ${id} | It holds. | ${origin} | ${status} | ${test} |`;
const table = (...rows: string[]) =>
  ['# The rules', '', '| id | rule | origin | status | test |', '|---|---|---|---|---|', ...rows, ''].join(
    '\n',
  );

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-rules-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function problemsOf(...rows: string[]): string[] {
  put('docs/spec-rules.md', table(...rows));
  return checkRules(root).problems;
}

test('rules and tests that agree give no problem', () => {
  put('packages/a/src/a.test.ts', testNamed('[TX-1] one wins'));
  assert.deepEqual(problemsOf(row('TX-1', 'built'), row('TX-2', 'issue 3'), row('CAT-1', 'later')), []);
});

test('the test column names each file that proves a rule, as a link from docs/', () => {
  put('b/two.test.ts', testNamed('[TX-1] again') + testNamed('[TX-1] and again'));
  put('a/one.test.ts', testNamed('[TX-1] [TX-2] one wins'));
  put(
    'docs/spec-rules.md',
    table(row('TX-1', 'built'), row('TX-2', 'built', 'stale'), row('TX-3', 'later', 'stale')),
  );
  const { markdown, upToDate, problems } = checkRules(root);
  assert.deepEqual(problems, []);
  assert.equal(upToDate, false);
  assert.equal(
    markdown,
    table(
      row('TX-1', 'built', '[one.test.ts](../a/one.test.ts), [two.test.ts](../b/two.test.ts)'),
      row('TX-2', 'built', '[one.test.ts](../a/one.test.ts)'),
      row('TX-3', 'later'),
    ),
  );
});

test('a built rule without a test is a problem', () => {
  assert.match(
    problemsOf(row('TX-1', 'built')).join(),
    /spec-rules\.md:5 TX-1 is called built, but no test proves it/,
  );
});

test('a rule with a test that is not called built is a problem', () => {
  put('a.test.ts', testNamed('[TX-1] one wins'));
  for (const status of ['issue 2', 'later']) {
    assert.match(
      problemsOf(row('TX-1', status)).join(),
      /TX-1 is called .*, but a\.test\.ts proves it: call it built/,
    );
  }
});

test('a test that names a rule which does not exist is a problem, told with file and line', () => {
  put('a.test.ts', `\n${testNamed('[TX-1] [TX-9] one wins')}`);
  assert.deepEqual(problemsOf(row('TX-1', 'built')), [
    'a.test.ts:2 names the rule TX-9, which does not exist',
  ]);
});

test('ids that repeat, skip or begin above 1 are problems', () => {
  assert.match(problemsOf(row('TX-1', 'later'), row('TX-1', 'later')).join(), /:6 TX-1 is there already/);
  assert.match(problemsOf(row('TX-1', 'later'), row('TX-3', 'later')).join(), /:6 TX-3 follows TX-1/);
  assert.match(problemsOf(row('TX-2', 'later')).join(), /the next id here is TX-1/);
});

test('an unknown status, an unknown origin and a missing decision page are problems', () => {
  put('docs/decisions/there.md', '');
  assert.deepEqual(problemsOf(row('TX-1', 'later', '–', 'gap: [there](decisions/there.md)')), []);
  assert.match(problemsOf(row('TX-1', 'done')).join(), /TX-1 has the status done, not one of built, issue 2/);
  assert.match(problemsOf(row('TX-1', 'later', '–', 'hearsay')).join(), /TX-1 has the origin hearsay/);
  assert.match(
    problemsOf(row('TX-1', 'later', '–', 'gap: [gone](decisions/gone.md)')).join(),
    /TX-1 links docs\/decisions\/gone\.md, which does not exist/,
  );
});

test('a table row that is no rule is a problem, and an escaped bar stays in its cell', () => {
  const { rules, problems } = readRules(
    table('| TX-1 | a \\| b | contract | later | – |', '| TX2 | It holds. | contract |'),
  );
  assert.deepEqual(
    rules.map(({ id, text, line }) => ({ id, text, line })),
    [{ id: 'TX-1', text: 'a \\| b', line: 5 }],
  );
  assert.match(problems.join(), /:6 is not a rule row/);
});

test('proofs are the ids at the beginning of a name, however the call is written', () => {
  const source = [
    testNamed('[A-1] plain'),
    testNamed('[A-2] it', 'it'),
    testNamed('[A-3] subtest', 'await t.test'),
    `test(\n  "[A-4] [A-5] on the next line, with 'quotes'",\n  async () => {},\n);\n`,
    `for (const actor of actors) test(\`[A-6] \${actor} is refused\`, () => {});\n`,
    testNamed('[A-7] sometimes', 'test', ', { skip: !installed, timeout: 1000 }'),
    testNamed('before [A-8] is not the beginning'),
    testNamed('[a-9] is no id'),
    testNamed('[A-10] other function', 'contest'),
  ].join('');
  assert.deepEqual(
    readProofs(source).map((proof) => proof.id),
    ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7'],
  );
});

test('a test that is commented out, skipped or still to do proves nothing', () => {
  const source = [
    `// ${testNamed('[A-1] no')}`,
    `  /* ${testNamed('[A-2] no')} ${testNamed('[A-3] no')} */\n`,
    testNamed('[A-4] no', 'test.skip'),
    testNamed('[A-5] no', 'test.todo'),
    testNamed('[A-6] no', 'test', ', { skip: true }'),
    testNamed('[A-7] no', 'test', ", { todo: 'soon' }"),
    `const images = 'image/*';\n`,
    testNamed('[A-8] yes'),
    `const files = '**/*.ts';\n`,
  ].join('');
  assert.deepEqual(readProofs(source), [{ id: 'A-8', line: 10 }]);
});

test('installed, built and hidden folders and the data directory are not searched', () => {
  for (const folder of [
    'node_modules/x',
    'packages/a/node_modules/x',
    'a/dist',
    '.git',
    'data/postgres',
    'a/data',
  ]) {
    put(`${folder}/x.test.ts`, '');
  }
  put('a/x.ts', '');
  assert.deepEqual(findTestFiles(root), ['a/data/x.test.ts']);
});

test('the command fails until the column is written, and writes it once', () => {
  const script = join(root, 'scripts/check-rules.ts');
  put('scripts/x.test.ts', testNamed('[TX-1] one wins'));
  cpSync(join(import.meta.dirname, 'check-rules.ts'), script);
  put('docs/spec-rules.md', table(row('TX-1', 'built'), row('TX-2', 'later')));
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });

  const before = run();
  assert.equal(before.status, 1);
  assert.match(before.stderr, /out of date: run node scripts\/check-rules\.ts --write/);
  assert.equal(
    readFileSync(join(root, 'docs/spec-rules.md'), 'utf8'),
    table(row('TX-1', 'built'), row('TX-2', 'later')),
  );

  assert.equal(run('--write').status, 0);
  const after = run();
  assert.equal(after.status, 0, after.stderr);
  assert.match(after.stdout, /rules: 2 \(1 built, 1 later\)/);
});

test('the rows of a table of cases name rules when a loop makes tests of them, and only then', () => {
  const row = (name: string) => `['${name}', 1]`;
  const table = `const cases = [${row('[A-1] one')}, ${row('[A-2] [B-3] two')}, ${row('none')}];`;
  const loop = 'for (const [title] of cases) test(`$' + '{title} is refused`, run);';
  const ids = (source: string) => readProofs(source).map(({ id }) => id);
  assert.deepEqual(ids(`${table}\n${loop}`), ['A-1', 'A-2', 'B-3']);
  assert.deepEqual(ids(`${table}\nfor (const [title] of cases) test(title, run);`), ['A-1', 'A-2', 'B-3']);
  assert.deepEqual(ids(table), []);
});
