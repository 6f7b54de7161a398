import { readFileSync } from 'node:fs';

/** A rule of docs/spec-rules.md. */
export interface Rule {
  /** For example `TX-19`. */
  id: string;
  /** The letters of the id: `TX`. */
  prefix: string;
  text: string;
  /** `built`, or when it will be. */
  status: string;
}

/** A part of the rules: its heading and what stands below it. */
export interface RuleGroup {
  name: string;
  rules: Rule[];
}

const RULES = new URL('../../docs/spec-rules.md', import.meta.url);

/** Reads the rules from the document that is the specification, in its order. */
export function readRules(): RuleGroup[] {
  const groups: RuleGroup[] = [];
  for (const line of readFileSync(RULES, 'utf8').split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) groups.push({ name: heading, rules: [] });
    const rule = ruleOf(line);
    if (rule) groups.at(-1)?.rules.push(rule);
  }
  return groups.filter(({ rules }) => rules.length > 0);
}

function ruleOf(line: string): Rule | undefined {
  const [, id = '', text = '', , status = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const prefix = /^([A-Z]+)-[1-9]\d*$/.exec(id)?.[1];
  return prefix === undefined ? undefined : { id, prefix, text, status };
}

/** Whether a rule is one of those asked for: by id (`TX-19`) or by the letters of its group (`TX`). */
export function isChosen(id: string, only: string[]): boolean {
  return only.length === 0 || only.some((chosen) => id === chosen || id.startsWith(`${chosen}-`));
}
