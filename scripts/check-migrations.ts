/** Checks the names of migrations: `0001_words.sql`, numbered 1, 2, 3 … without gaps or duplicates. */
import { readdir } from 'node:fs/promises';

const FOLDER = new URL('../packages/server/src/storage/migrations/', import.meta.url);
/** The first four have hyphens; an applied migration's name cannot change. */
const NAME = /^(\d{4})[_-][a-z0-9]+(?:[_-][a-z0-9]+)*\.sql$/;

/** Problems with the names of migrations, if any. */
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

if (import.meta.main) {
  const problems = problemsOf(await readdir(FOLDER));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
