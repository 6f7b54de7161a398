/**
 * Holds docs/spec-rules.md and the tests to each other: `node scripts/check-rules.ts` fails when they disagree,
 * `--write` first brings the rules' last column, which names the tests, up to date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

const RULES_PATH = 'docs/spec-rules.md';
const STATUSES: ReadonlySet<string> = new Set(['built', 'issue 2', 'issue 3', 'issue 4', 'issue 5', 'later']);
const ORIGIN = /^(contract|gap: \[[a-z0-9-]+\]\((decisions\/[a-z0-9-]+\.md)\))$/;
const HEADER = 'id rule origin status test';
const NO_TEST = '–';
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'dist', 'coverage']);
// Data directories stand at the root only; a folder of code may be called data.
const SKIPPED_AT_ROOT: ReadonlySet<string> = new Set(['data']);

/** One row of the rules: `line` counts from 1, `group` and `number` are the halves of the id. */
export interface Rule {
  id: string;
  group: string;
  number: number;
  text: string;
  origin: string;
  status: string;
  test: string;
  line: number;
}

/** What a check found: `markdown` is the rules' text with its test column as it should be. */
export interface RuleCheck {
  /** One line for each disagreement, beginning with file and line. Empty when all is well. */
  problems: string[];
  markdown: string;
  upToDate: boolean;
  /** Number of rules by status. */
  counts: Map<string, number>;
}

/** Reads the rules out of the tables of a markdown text. A table row that is no rule is a problem. */
export function readRules(markdown: string): { rules: Rule[]; problems: string[] } {
  const rules: Rule[] = [];
  const problems: string[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    if (!text.startsWith('|')) continue;
    const cells = cellsOf(text);
    if (cells.join(' ') === HEADER || cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    const rule = asRule(cells, index + 1);
    if (rule) rules.push(rule);
    else
      problems.push(`${RULES_PATH}:${index + 1} is not a rule row: | id | rule | origin | status | test |`);
  }
  return { rules, problems };
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function asRule(cells: string[], line: number): Rule | undefined {
  const [id = '', text = '', origin = '', status = '', test = ''] = cells;
  const parts = /^([A-Z]+)-([1-9]\d*)$/.exec(id);
  if (cells.length !== 5 || !parts || text === '') return undefined;
  return { id, group: parts[1] ?? '', number: Number(parts[2]), text, origin, status, test, line };
}

/**
 * The ids of the rules that the tests of a source text prove: those in brackets at the beginning of the names given
 * to `test(` and `it(`. A test that is commented out, skipped for good or still to do proves nothing.
 */
export function readProofs(source: string): { id: string; line: number }[] {
  // Only comments that begin a line: `'image/*'` in a string is none.
  const code = source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' '));
  const call =
    /(?<![\w$])(?:test|it)\(\s*(['"`])((?:\[[A-Z]+-[1-9]\d*\]\s*)+)(?:\\[\s\S]|(?!\1)[\s\S])*\1(\s*,\s*\{[^}]*\})?/g;
  // A table of cases: its rows begin with the test's name, which a loop below hands to `test`.
  const row = /(?<=[[{]\s*)(')((?:\[[A-Z]+-[1-9]\d*\]\s*)+)(?:\\[\s\S]|(?!\1)[\s\S])*\1/g;
  const hasTable = /(?<![\w$])test\(\s*(?:title|name|`\$\{(?:title|name)\})/.test(code);
  const proofs: { id: string; line: number }[] = [];
  for (const match of [...code.matchAll(call), ...(hasTable ? code.matchAll(row) : [])]) {
    const before = code.slice(0, match.index);
    if (before.slice(before.lastIndexOf('\n') + 1).includes('//')) continue;
    if (/\b(?:skip|todo):\s*(?:true|['"`])/.test(match[3] ?? '')) continue;
    const line = before.split('\n').length;
    for (const [, id = ''] of (match[2] ?? '').matchAll(/\[([^\]]+)\]/g)) proofs.push({ id, line });
  }
  return proofs;
}

/** The `*.test.ts` files below a folder as paths relative to it with `/`, sorted; without installed or built ones. */
export function findTestFiles(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) {
        const skipped =
          SKIPPED_FOLDERS.has(entry.name) || (folder === root && SKIPPED_AT_ROOT.has(entry.name));
        if (!skipped && !entry.name.startsWith('.')) walk(join(folder, entry.name));
      } else if (entry.name.endsWith('.test.ts')) {
        found.push(relative(root, join(folder, entry.name)).split(sep).join('/'));
      }
    }
  };
  walk(root);
  return found.sort();
}

/** Compares the rules below `root` with the tests below it. Throws when there is no docs/spec-rules.md. */
export function checkRules(root: string): RuleCheck {
  const before = readFileSync(join(root, RULES_PATH), 'utf8');
  const { rules, problems } = readRules(before);
  problems.push(...checkNumbers(rules), ...checkCells(rules, root));

  const proofs = new Map<string, Set<string>>();
  const known = new Set(rules.map((rule) => rule.id));
  for (const file of findTestFiles(root)) {
    for (const { id, line } of readProofs(readFileSync(join(root, file), 'utf8'))) {
      if (!known.has(id)) problems.push(`${file}:${line} names the rule ${id}, which does not exist`);
      const files = proofs.get(id) ?? new Set();
      proofs.set(id, files.add(file));
    }
  }
  problems.push(...checkStatuses(rules, proofs));

  const markdown = withTests(before, rules, proofs);
  const counts = new Map<string, number>();
  for (const { status } of rules) counts.set(status, (counts.get(status) ?? 0) + 1);
  return { problems, markdown, upToDate: markdown === before, counts };
}

function checkNumbers(rules: Rule[]): string[] {
  const last = new Map<string, number>();
  return rules.flatMap(({ id, group, number, line }) => {
    const expected = (last.get(group) ?? 0) + 1;
    last.set(group, Math.max(number, expected - 1));
    if (number === expected) return [];
    const reason = number < expected ? 'is there already' : `follows ${group}-${expected - 1}`;
    return [`${RULES_PATH}:${line} ${id} ${reason}: the next id here is ${group}-${expected}`];
  });
}

function checkCells(rules: Rule[], root: string): string[] {
  return rules.flatMap(({ id, origin, status, line }) => {
    const at = `${RULES_PATH}:${line} ${id}`;
    const problems: string[] = [];
    if (!STATUSES.has(status))
      problems.push(`${at} has the status ${status}, not one of ${[...STATUSES].join(', ')}`);
    const match = ORIGIN.exec(origin);
    if (!match)
      problems.push(`${at} has the origin ${origin}, not contract or gap: [name](decisions/name.md)`);
    else if (match[2] && !existsSync(join(root, 'docs', match[2])))
      problems.push(`${at} links docs/${match[2]}, which does not exist`);
    return problems;
  });
}

function checkStatuses(rules: Rule[], proofs: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return rules.flatMap(({ id, status, line }) => {
    const files = proofs.get(id);
    const at = `${RULES_PATH}:${line} ${id}`;
    if (status === 'built' && !files) return [`${at} is called built, but no test proves it`];
    if (status !== 'built' && files)
      return [`${at} is called ${status}, but ${[...files].join(', ')} proves it: call it built`];
    return [];
  });
}

/** The markdown with the last cell of each rule naming its tests. */
function withTests(
  markdown: string,
  rules: Rule[],
  proofs: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const lines = markdown.split('\n');
  for (const { id, text, origin, status, line } of rules) {
    const files = [...(proofs.get(id) ?? [])];
    const test =
      files.length === 0 ? NO_TEST : files.map((file) => `[${basename(file)}](../${file})`).join(', ');
    lines[line - 1] = `| ${id} | ${text} | ${origin} | ${status} | ${test} |`;
  }
  return lines.join('\n');
}

/** Runs the check for the command line, prints what it found, and gives the exit code. */
function main(root: string, write: boolean): number {
  const { problems, markdown, upToDate, counts } = checkRules(root);
  if (write && !upToDate) writeFileSync(join(root, RULES_PATH), markdown);
  if (!write && !upToDate)
    problems.push(`${RULES_PATH} is out of date: run node scripts/check-rules.ts --write`);
  for (const problem of problems) console.error(problem);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`rules: ${total} (${[...counts].map(([status, count]) => `${count} ${status}`).join(', ')})`);
  return problems.length > 0 ? 1 : 0;
}

if (import.meta.main)
  process.exitCode = main(join(import.meta.dirname, '..'), process.argv.includes('--write'));
