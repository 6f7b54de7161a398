/**
 * Compares docs/rules/ with the tests. Fails if they differ, or if docs/rules/rules.json, which lists each
 * rule's tests, is outdated. `--write` updates it first.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, normalize, relative, sep } from 'node:path';

const RULES_FOLDER = 'docs/rules';
const INDEX = `${RULES_FOLDER}/README.md`;
const RESULT = `${RULES_FOLDER}/rules.json`;
const ORIGIN = /^(?:contract|gap: \[[a-z0-9-]+\]\((\.\.\/decisions\/[a-z0-9-]+\.md)\))$/;
const HEADER = 'id rule origin';
const WITHDRAWN = /^Withdrawn: \S/;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'dist', 'coverage']);
const SKIPPED_AT_ROOT: ReadonlySet<string> = new Set(['data']);

export interface Rule {
  id: string;
  group: string;
  number: number;
  text: string;
  origin: string;
  /** A withdrawn rule keeps its id. Its text is `Withdrawn: `, followed by the reason. */
  status: 'built' | 'withdrawn';
  file: string;
  line: number;
}

export interface RuleGroup {
  title: string;
  rules: Rule[];
}

export interface RuleCheck {
  problems: string[];
  json: string;
  upToDate: boolean;
  rules: Rule[];
}

export function readGroup(file: string, markdown: string): RuleGroup & { problems: string[] } {
  const rules: Rule[] = [];
  const problems: string[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    if (!text.startsWith('|')) continue;
    const cells = cellsOf(text);
    if (cells.join(' ') === HEADER || cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    const rule = asRule(cells, file, index + 1);
    if (rule) rules.push(rule);
    else problems.push(`${file}:${index + 1} is not a rule of this group: | id | rule | origin |`);
  }
  return { title: /^# (.+)$/m.exec(markdown)?.[1] ?? '', rules, problems };
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function asRule(cells: string[], file: string, line: number): Rule | undefined {
  const [id = '', text = '', origin = ''] = cells;
  const [, group = '', number = ''] = /^([A-Z]+)-([1-9]\d*)$/.exec(id) ?? [];
  if (cells.length !== 3 || text === '' || !file.endsWith(`/${group.toLowerCase()}.md`)) return undefined;
  const status = WITHDRAWN.test(text) ? 'withdrawn' : 'built';
  return { id, group, number: Number(number), text, origin, status, file, line };
}

/**
 * Returns the ids in brackets at the start of the names of `test`, `it`, `describe`, `test.describe` and
 * `test.each(…)`. Ignores tests that are commented out, skipped or todo.
 */
export function readProofs(source: string): { id: string; line: number }[] {
  // Remove only comments that begin a line, because a string such as `'image/*'` begins no comment.
  const code = source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' '));
  const title = String.raw`(['"\`])((?:\[[A-Z]+-[1-9]\d*\]\s*)+)(?:\\[\s\S]|(?!\1)[\s\S])*\1`;
  const name = String.raw`(?<![\w$])(?:test|it|describe)`;
  const modifiers = String.raw`(?:\.(?:describe|serial|parallel|concurrent|sequential))*`;
  const call = new RegExp(`${name}${modifiers}\\(\\s*${title}(\\s*,\\s*\\{[^}]*\\})?`, 'g');
  // In `test.each(cases)('[ID] …')`, the second call contains the name.
  const second = new RegExp(`(?<=\\)\\(\\s*)${title}(\\s*,\\s*\\{[^}]*\\})?`, 'g');
  const hasSecond = new RegExp(`${name}\\.(?:each|for|skipIf|runIf)\\(`).test(code);
  // In a table of cases, each row begins with a test's name.
  const row =
    /(?<=[[{]\s*(?:(?:name|title):\s*)?)(')((?:\[[A-Z]+-[1-9]\d*\]\s*)+)(?:\\[\s\S]|(?!\1)[\s\S])*\1/g;
  const hasTable =
    /(?<![\w$])test(?:\.(?:each|for)\([^)]*\))?\(\s*(?:title|name|['`](?:\$\{?(?:title|name)|%s))/.test(code);
  const proofs: { id: string; line: number }[] = [];
  const matches = [call, ...(hasSecond ? [second] : []), ...(hasTable ? [row] : [])].flatMap((pattern) => [
    ...code.matchAll(pattern),
  ]);
  for (const match of matches) {
    const before = code.slice(0, match.index);
    if (before.slice(before.lastIndexOf('\n') + 1).includes('//')) continue;
    if (/\b(?:skip|todo):\s*(?:true|['"`])/.test(match[3] ?? '')) continue;
    const line = before.split('\n').length;
    for (const [, id = ''] of (match[2] ?? '').matchAll(/\[([^\]]+)\]/g)) proofs.push({ id, line });
  }
  return proofs;
}

const CHECKS = 'conformance/src/groups';

/** Returns all `*.test.ts(x)`, `*.spec.ts(x)` and conformance checks, as sorted relative paths with `/`. */
export function findTestFiles(root: string): string[] {
  const tests: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) {
        const skipped =
          SKIPPED_FOLDERS.has(entry.name) || (folder === root && SKIPPED_AT_ROOT.has(entry.name));
        if (!skipped && !entry.name.startsWith('.')) walk(join(folder, entry.name));
      } else {
        const path = relative(root, join(folder, entry.name)).split(sep).join('/');
        if (/\.(?:test|spec)\.tsx?$/.test(path) || path.startsWith(`${CHECKS}/`)) tests.push(path);
      }
    }
  };
  walk(root);
  return tests.sort();
}

function readGroups(root: string): { groups: RuleGroup[]; problems: string[] } {
  const index = readFileSync(join(root, INDEX), 'utf8');
  const linked = [...index.matchAll(/^\| \[[A-Z]+\]\(([a-z]+\.md)\)/gm)].map(([, file = '']) => file);
  const present = readdirSync(join(root, RULES_FOLDER)).filter((file) => /^[a-z]+\.md$/.test(file));
  const problems = [
    ...present.filter((file) => !linked.includes(file)).map((file) => `${INDEX} does not link ${file}`),
    ...linked
      .filter((file) => !present.includes(file))
      .map((file) => `${INDEX} links ${file}, a missing file`),
  ];
  const groups = linked
    .filter((file) => present.includes(file))
    .map((file) => {
      const path = `${RULES_FOLDER}/${file}`;
      const group = readGroup(path, readFileSync(join(root, path), 'utf8'));
      problems.push(...group.problems);
      return group;
    });
  return { groups, problems };
}

export function checkRules(root: string): RuleCheck {
  const { groups, problems } = readGroups(root);
  const rules = groups.flatMap((group) => group.rules);
  problems.push(...checkNumbers(rules), ...checkOrigins(rules, root));

  const proofs = new Map<string, Set<string>>();
  const ruleIds = new Set(rules.map((rule) => rule.id));
  for (const file of findTestFiles(root)) {
    for (const { id, line } of readProofs(readFileSync(join(root, file), 'utf8'))) {
      if (!ruleIds.has(id)) problems.push(`${file}:${line} names the rule ${id}, which does not exist`);
      const files = proofs.get(id) ?? new Set();
      proofs.set(id, files.add(file));
    }
  }
  problems.push(...checkProofs(rules, proofs));

  const json = asJson(groups, proofs);
  const path = join(root, RESULT);
  return { problems, json, upToDate: existsSync(path) && readFileSync(path, 'utf8') === json, rules };
}

function checkNumbers(rules: Rule[]): string[] {
  const last = new Map<string, number>();
  return rules.flatMap(({ id, group, number, file, line }) => {
    const expected = (last.get(group) ?? 0) + 1;
    last.set(group, Math.max(number, expected - 1));
    if (number === expected) return [];
    const reason = number < expected ? 'is there already' : `follows ${group}-${expected - 1}`;
    return [`${file}:${line} ${id} ${reason}: the next id here is ${group}-${expected}`];
  });
}

function checkOrigins(rules: Rule[], root: string): string[] {
  return rules.flatMap(({ id, origin, file, line }) => {
    const match = ORIGIN.exec(origin);
    if (!match)
      return [
        `${file}:${line} ${id} has the origin ${origin}, not contract or gap: [name](../decisions/name.md)`,
      ];
    const page = normalize(join(RULES_FOLDER, match[1] ?? '.'));
    return existsSync(join(root, page)) ? [] : [`${file}:${line} ${id} links ${page}, which does not exist`];
  });
}

function checkProofs(rules: Rule[], proofs: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return rules.flatMap(({ id, status, file, line }) => {
    const files = proofs.get(id);
    if (status === 'built' && !files) return [`${file}:${line} ${id} has no test that proves it`];
    if (status === 'withdrawn' && files)
      return [`${file}:${line} ${id} is withdrawn, but ${[...files].join(', ')} proves it`];
    return [];
  });
}

/** One line per rule avoids merge conflicts. */
function asJson(groups: RuleGroup[], proofs: ReadonlyMap<string, ReadonlySet<string>>): string {
  const lines = groups.flatMap(({ title, rules }) =>
    rules.map(({ id, text, status }) =>
      JSON.stringify({ id, group: title, text, status, tests: [...(proofs.get(id) ?? [])] }),
    ),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}

function main(root: string, write: boolean): number {
  const { problems, json, upToDate, rules } = checkRules(root);
  if (write && !upToDate) writeFileSync(join(root, RESULT), json);
  if (!write && !upToDate) problems.push(`${RESULT} is out of date: run node scripts/check-rules.ts --write`);
  for (const problem of problems) console.error(problem);
  const withdrawn = rules.filter(({ status }) => status === 'withdrawn').length;
  console.log(`rules: ${rules.length - withdrawn}, and ${withdrawn} withdrawn`);
  return problems.length > 0 ? 1 : 0;
}

if (import.meta.main)
  process.exitCode = main(join(import.meta.dirname, '..'), process.argv.includes('--write'));
