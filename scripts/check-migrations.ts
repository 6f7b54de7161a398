/**
 * Checks that migrations are named `0001_words.sql`, without gaps or duplicates, and declare the releases
 * that continue to work with them.
 */
import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('../packages/server/src/storage/migrations/', import.meta.url);
/** Allows hyphens, because the names of the first four migrations cannot change. */
const NAME = /^(\d{4})[_-][a-z0-9]+(?:[_-][a-z0-9]+)*\.sql$/;

export function problemsOf(names: readonly string[]): string[] {
  const problems: string[] = [];
  const byNumber = new Map<number, string>();
  for (const name of [...names].sort()) {
    const number = Number(NAME.exec(name)?.[1] ?? 0);
    const other = byNumber.get(number);
    if (number === 0) problems.push(`${name}: must be named like 0001_words.sql`);
    else if (other) problems.push(`${name}: number ${number} is that of ${other} already`);
    else byNumber.set(number, name);
  }
  for (let number = 1; number <= Math.max(0, ...byNumber.keys()); number++)
    if (!byNumber.has(number)) problems.push(`there is no migration ${number}`);
  return problems;
}

/** The first migration whose release can be rolled back (docs/decisions/way-back.md). */
const FIRST_CHECKED = 68;
const CONTRACTING =
  /\bDROP (?:TABLE|COLUMN|DEFAULT|FUNCTION|VIEW)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER (?:COLUMN )?(?:\w+|"[^"]+") (?:SET DATA )?TYPE\b/i;
const NEEDS = /^-- needs: (\d{4})$/m;

export function findBreakingStatements(name: string, sql: string): string[] {
  const number = Number(name.slice(0, 4));
  if (number < FIRST_CHECKED) return [];
  const needs = NEEDS.exec(sql)?.[1];
  if (needs === undefined)
    return [`${name}: add the line “-- needs: NUMBER”, or 0000 if it only adds; CONTRIBUTING.md says how`];
  if (Number(needs) >= number) return [`${name}: needs ${needs}, which is not an earlier migration`];
  if (Number(needs) > 0) return [];
  const statements = sql.replaceAll(/--.*$/gm, '');
  const required = statements
    .matchAll(/\bADD COLUMN\b(?:\([^)]*\)|[^(,;])*/gi)
    .filter(([column]) => /\bNOT NULL\b/i.test(column) && !/\b(?:DEFAULT|GENERATED)\b/i.test(column));
  const [found] = [...(CONTRACTING.exec(statements) ?? []), ...required.map(([column]) => column)];
  return found === undefined
    ? []
    : [`${name}: “${found}” may break earlier releases, but it says “needs: 0000”`];
}

if (import.meta.main) {
  const names = await readdir(FOLDER);
  const problems = problemsOf(names);
  for (const name of names)
    problems.push(...findBreakingStatements(name, await readFile(new URL(name, FOLDER), 'utf8')));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
