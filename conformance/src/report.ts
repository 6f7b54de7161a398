import type { Outcome, Verdict, VerdictGroup } from './verdict.ts';
import { countsTable, describeFailure } from './wording.ts';

const results = ['passed', 'failed', 'not applicable'] as const;
type Counts = Record<(typeof results)[number], number>;

export interface Report {
  lines: string[];
  json: unknown;
  failed: string[];
}

export interface RunInfo {
  base: string;
  environment: 'production' | 'sandbox';
  durationMs: number;
  verbose: boolean;
}

export function reportOn(groups: VerdictGroup[], outcomes: Outcome[], info: RunInfo): Report {
  const verdicts = groups.flatMap((group) => group.verdicts);
  const counts = countOf(verdicts);
  const failures = outcomes.filter(({ result }) => result === 'failed');
  const lines = [
    `Ringbinder conformance: ${info.base} (${info.environment})`,
    '',
    ...table(groups.filter((group) => group.verdicts.length > 0)),
    ...failures.flatMap((outcome) => ['', ...failureLines(outcome, verdicts)]),
    ...(info.verbose ? ['', ...reasonLines(verdicts)] : []),
    '',
    `${counts.passed} passed, ${counts.failed} failed, ${counts['not applicable']} not applicable` +
      ` (${outcomes.length} checks in ${(info.durationMs / 1000).toFixed(1)} s)`,
  ];
  const json = {
    base: info.base,
    environment: info.environment,
    duration_ms: Math.round(info.durationMs),
    ...jsonCounts(counts),
    rules: verdicts.map(({ rule, result: verdict, reason, outcomes: checks }) => ({
      id: rule.id,
      text: rule.text,
      result: verdict,
      ...(reason === undefined ? {} : { reason }),
      checks: checks.map(({ title, result, durationMs }) => ({
        title,
        result,
        duration_ms: Math.round(durationMs),
      })),
    })),
    failures: failures.map((outcome) => ({
      rules: outcome.rules,
      title: outcome.title,
      ...describeFailure(outcome.error),
    })),
  };
  return { lines, json, failed: [...new Set(failures.flatMap(({ rules }) => rules))] };
}

function countOf(verdicts: Verdict[]): Counts {
  const counts = Object.fromEntries(results.map((result) => [result, 0])) as Counts;
  for (const { result } of verdicts) counts[result]++;
  return counts;
}

function jsonCounts(counts: Counts) {
  return Object.fromEntries(results.map((result) => [result.replace(' ', '_'), counts[result]]));
}

function table(groups: VerdictGroup[]): string[] {
  const rows = groups.map(({ name, verdicts }) => {
    const counts = countOf(verdicts);
    return { name, cells: results.map((result) => counts[result]) };
  });
  return countsTable(['passed', 'failed', 'n. a.'], rows);
}

function failureLines({ rules, title, error }: Outcome, verdicts: Verdict[]): string[] {
  const { expected, came, request, request_id } = describeFailure(error);
  const texts = verdicts.filter(({ rule }) => rules.includes(rule.id));
  return [
    `FAILED ${rules.join(' ')}: ${title}`,
    ...texts.map(({ rule }) => `  ${rule.id.padEnd(9)} ${rule.text}`),
    `  expected  ${expected}`,
    `  came      ${came}`,
    ...(request === undefined ? [] : [`  request   ${request} (request id ${request_id ?? 'none'})`]),
  ];
}

function reasonLines(verdicts: Verdict[]): string[] {
  return verdicts
    .filter(({ reason }) => reason !== undefined)
    .map(({ rule, result, reason }) => `${rule.id.padEnd(11)} ${result}: ${reason}`);
}
