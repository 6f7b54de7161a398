import { readFileSync } from 'node:fs';

/** A rule of docs/rules. */
export interface Rule {
  /** For example `TX-19`. */
  id: string;
  text: string;
}

/** A group of the rules: its title and its rules. */
export interface RuleGroup {
  name: string;
  rules: Rule[];
}

const RULES = new URL('../../docs/rules/rules.json', import.meta.url);

/** Reads the rules in the order of the specification, without those that were withdrawn. */
export function readRules(): RuleGroup[] {
  const all: (Rule & { group: string; status: string })[] = JSON.parse(readFileSync(RULES, 'utf8'));
  const valid = all.filter(({ status }) => status !== 'withdrawn');
  return [...Map.groupBy(valid, ({ group }) => group)].map(([name, rules]) => ({ name, rules }));
}

/** Whether a rule is one of those asked for: by id (`TX-19`) or by the letters of its group (`TX`). */
export function isChosen(id: string, only: string[]): boolean {
  return only.length === 0 || only.some((chosen) => id === chosen || id.startsWith(`${chosen}-`));
}
