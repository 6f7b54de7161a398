import type { Rule, RuleGroup } from './rules.ts';
import { reasonUnobservable } from './unobservable.ts';

export interface Outcome {
  rules: string[];
  title: string;
  result: 'passed' | 'failed' | 'not applicable';
  error?: unknown;
  reason?: string;
  durationMs: number;
}

export interface Verdict {
  rule: Rule;
  result: 'passed' | 'failed' | 'not applicable';
  reason?: string;
  outcomes: Outcome[];
}

export interface VerdictGroup {
  name: string;
  verdicts: Verdict[];
}

export function classify(groups: RuleGroup[], outcomes: Outcome[]): VerdictGroup[] {
  return groups.map(({ name, rules }) => ({
    name,
    verdicts: rules.map((rule) => judgeRule(rule, outcomes)),
  }));
}

function judgeRule(rule: Rule, all: Outcome[]): Verdict {
  const outcomes = all.filter(({ rules }) => rules.includes(rule.id));
  const [first] = outcomes;
  if (!first) {
    return {
      rule,
      result: 'not applicable',
      reason: reasonUnobservable(rule.id) ?? 'no check proves it yet',
      outcomes,
    };
  }
  if (outcomes.some(({ result }) => result === 'failed')) return { rule, result: 'failed', outcomes };
  if (outcomes.some(({ result }) => result === 'passed')) return { rule, result: 'passed', outcomes };
  return { rule, result: 'not applicable', outcomes, reason: first.reason ?? '' };
}
