import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { checkRules, findTestFiles, readGroup, readProofs } from './check-rules.ts';

// The check also scans this file, so assemble titles at run time.
const testNamed = (name: string, call = 'test', options = '') => `${call}('${name}'${options}, () => {});\n`;
const row = (id: string, text = 'It holds.', origin = 'contract') => `| ${id} | ${text} | ${origin} |`;
const table = (...rows: string[]) =>
  ['# Things (TX)', '', '| id | rule | origin |', '|---|---|---|', ...rows, ''].join('\n');
const index = (...files: string[]) => files.map((file) => `| [X](${file}) | Things |`).join('\n');

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
  put('docs/rules/README.md', index('tx.md'));
  put('docs/rules/tx.md', table(...rows));
  return checkRules(root).problems;
}

test('rules and tests that agree give no problem', () => {
  put('packages/a/src/a.test.ts', testNamed('[TX-1] one wins'));
  put('packages/a/src/b.spec.tsx', testNamed('[TX-2] two win'));
  assert.deepEqual(problemsOf(row('TX-1'), row('TX-2'), row('TX-3', 'Withdrawn: nobody used it.')), []);
});

test('rules.json has a line for each rule, with the files that prove it', () => {
  put('b/two.test.ts', testNamed('[TX-1] again') + testNamed('[TX-1] and again'));
  put('a/one.spec.ts', testNamed('[TX-1] [TX-2] one wins'));
  assert.deepEqual(problemsOf(row('TX-1'), row('TX-2'), row('TX-3', 'Withdrawn: unused.')), []);
  const { json, upToDate } = checkRules(root);
  assert.equal(upToDate, false);
  const rule = { group: 'Things (TX)', text: 'It holds.', status: 'built' };
  assert.deepEqual(JSON.parse(json), [
    { ...rule, id: 'TX-1', tests: ['a/one.spec.ts', 'b/two.test.ts'] },
    { ...rule, id: 'TX-2', tests: ['a/one.spec.ts'] },
    { ...rule, id: 'TX-3', text: 'Withdrawn: unused.', status: 'withdrawn', tests: [] },
  ]);
  assert.equal(json.split('\n').length, 6);
});

test('a rule without a test is a problem', () => {
  assert.match(problemsOf(row('TX-1')).join(), /rules\/tx\.md:5 TX-1 has no test that proves it/);
});

test('a withdrawn rule with a test is a problem', () => {
  put('a.test.ts', testNamed('[TX-1] one wins'));
  const problems = problemsOf(row('TX-1', 'Withdrawn: unused.'));
  assert.match(problems.join(), /TX-1 is withdrawn, but a\.test\.ts proves it/);
});

test('a test that names a rule which does not exist is a problem, told with file and line', () => {
  put('a.test.ts', `\n${testNamed('[TX-1] [TX-9] one wins')}`);
  assert.deepEqual(problemsOf(row('TX-1')), ['a.test.ts:2 names the rule TX-9, which does not exist']);
});

test('ids that repeat, skip or begin above 1 are problems', () => {
  assert.match(problemsOf(row('TX-1'), row('TX-1')).join(), /:6 TX-1 is there already/);
  assert.match(problemsOf(row('TX-1'), row('TX-3')).join(), /:6 TX-3 follows TX-1/);
  assert.match(problemsOf(row('TX-2')).join(), /the next id here is TX-1/);
});

test('an unknown origin and a missing decision page are problems', () => {
  put('docs/decisions/there.md', '');
  put('a.test.ts', testNamed('[TX-1] one wins'));
  const withOrigin = (origin: string) => problemsOf(row('TX-1', 'It holds.', origin)).join();
  assert.equal(withOrigin('gap: [there](../decisions/there.md)'), '');
  assert.match(withOrigin('hearsay'), /TX-1 has the origin hearsay/);
  assert.match(
    withOrigin('gap: [gone](../decisions/gone.md)'),
    /TX-1 links docs\/decisions\/gone\.md, which does not exist/,
  );
});

test('a group that README.md does not link and a link to a missing group are problems', () => {
  put('docs/rules/README.md', index('gone.md'));
  put('docs/rules/tx.md', table());
  assert.match(checkRules(root).problems.join(), /does not link tx\.md.*links gone\.md, a missing file/);
});

test('a table row that is no rule of the group is a problem, and an escaped bar stays in its cell', () => {
  const { title, rules, problems } = readGroup(
    'docs/rules/tx.md',
    table('| TX-1 | a \\| b | contract |', '| TX2 | It holds. | contract |', row('CAT-1')),
  );
  assert.equal(title, 'Things (TX)');
  assert.deepEqual(
    rules.map(({ id, text, line }) => ({ id, text, line })),
    [{ id: 'TX-1', text: 'a \\| b', line: 5 }],
  );
  assert.match(problems.join(), /:6 is not a rule.*:7 is not a rule/);
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
    testNamed('[A-11] a group of tests', 'test.describe'),
    testNamed('[A-12] another', 'describe'),
    testNamed('[A-13] in order', 'test.describe.serial'),
    testNamed('[A-14] %s of each', 'test.each(actors)'),
    testNamed('[A-15] with a browser', 'test', ", { tag: '@slow' }"),
  ].join('');
  assert.deepEqual(
    readProofs(source).map((proof) => proof.id),
    ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7', 'A-11', 'A-12', 'A-13', 'A-15', 'A-14'],
  );
});

test('a test that is commented out, skipped or still to do proves nothing', () => {
  const source = [
    `// ${testNamed('[A-1] no')}`,
    `  /* ${testNamed('[A-2] no')} ${testNamed('[A-3] no')} */\n`,
    testNamed('[A-4] no', 'test.skip'),
    testNamed('[A-5] no', 'test.todo'),
    testNamed('[A-9] no', 'test.fixme'),
    testNamed('[A-10] no', 'test.describe.skip'),
    testNamed('[A-6] no', 'test', ', { skip: true }'),
    testNamed('[A-7] no', 'test', ", { todo: 'soon' }"),
    `const images = 'image/*';\n`,
    testNamed('[A-8] yes'),
    `const files = '**/*.ts';\n`,
  ].join('');
  assert.deepEqual(readProofs(source), [{ id: 'A-8', line: 12 }]);
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

test('the command fails until rules.json is written', () => {
  const script = join(root, 'scripts/check-rules.ts');
  put('scripts/x.test.ts', testNamed('[TX-1] one wins'));
  cpSync(join(import.meta.dirname, 'check-rules.ts'), script);
  problemsOf(row('TX-1'), row('TX-2', 'Withdrawn: unused.'));
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });

  const before = run();
  assert.equal(before.status, 1);
  assert.match(before.stderr, /out of date: run node scripts\/check-rules\.ts --write/);
  assert.equal(existsSync(join(root, 'docs/rules/rules.json')), false);

  assert.equal(run('--write').status, 0);
  const after = run();
  assert.equal(after.status, 0, after.stderr);
  assert.match(after.stdout, /rules: 1, and 1 withdrawn/);
});

test('the rows of a table of cases name rules when a loop makes tests of them, and only then', () => {
  const row = (name: string) => `['${name}', 1]`;
  const table = `const cases = [${row('[A-1] one')}, ${row('[A-2] [B-3] two')}, ${row('none')}];`;
  const loop = 'for (const [title] of cases) test(`$' + '{title} is refused`, run);';
  const ids = (source: string) => readProofs(source).map(({ id }) => id);
  assert.deepEqual(ids(`${table}\n${loop}`), ['A-1', 'A-2', 'B-3']);
  assert.deepEqual(ids(`${table}\nfor (const [title] of cases) test(title, run);`), ['A-1', 'A-2', 'B-3']);
  assert.deepEqual(ids(`${table}\ntest.for(cases)('%s', run);`), ['A-1', 'A-2', 'B-3']);
  assert.deepEqual(ids(table), []);
});
