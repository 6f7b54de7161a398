import { readFileSync } from 'node:fs';

export interface Rule {
  id: string;
  text: string;
}

export interface RuleGroup {
  name: string;
  rules: Rule[];
}

const RULES = new URL('../../docs/rules/rules.json', import.meta.url);

export function readRules(): RuleGroup[] {
  const all: (Rule & { group: string; status: string })[] = JSON.parse(readFileSync(RULES, 'utf8'));
  const valid = all.filter(({ status }) => status !== 'withdrawn');
  return [...Map.groupBy(valid, ({ group }) => group)].map(([name, rules]) => ({ name, rules }));
}

export function isChosen(id: string, only: string[]): boolean {
  return only.length === 0 || only.some((chosen) => id === chosen || id.startsWith(`${chosen}-`));
}
