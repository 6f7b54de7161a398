import { countsTable, describeFailure } from '../wording.ts';

const RULE = 'CONF-2';

const results = ['passed', 'failed', 'not applicable'] as const;

export interface ReceiverOutcome {
  group: string;
  title: string;
  result: 'passed' | 'failed' | 'not applicable';
  error?: unknown;
  reason?: string;
  durationMs: number;
}

export interface ReceiverReport {
  lines: string[];
  json: unknown;
  failed: string[];
}

export interface ReceiverRun {
  url: string;
  durationMs: number;
  slowestMs: number;
  verbose: boolean;
}

export function reportOnReceiver(
  outcomes: ReceiverOutcome[],
  { url, durationMs, slowestMs, verbose }: ReceiverRun,
): ReceiverReport {
  const failures = outcomes.filter(({ result }) => result === 'failed');
  const counts = countOf(outcomes);
  const groups = [...Map.groupBy(outcomes, ({ group }) => group)];
  const table = groups.map(([name, some]) => ({ name, cells: countOf(some) }));
  const [passed = 0, failed = 0, notApplicable = 0] = counts;
  const lines = [
    `Ringbinder conformance: the receiver ${url}`,
    '',
    ...countsTable(['passed', 'failed', 'n. a.'], table),
    ...failures.flatMap((outcome) => ['', ...failureLines(outcome)]),
    ...(verbose ? ['', ...reasonLines(outcomes)] : []),
    '',
    `${passed} passed, ${failed} failed, ${notApplicable} not applicable (${outcomes.length} checks in ${(durationMs / 1000).toFixed(1)} s,` +
      ` the slowest answer after ${Math.round(slowestMs)} ms)`,
  ];
  const json = {
    receiver: url,
    duration_ms: Math.round(durationMs),
    slowest_answer_ms: Math.round(slowestMs),
    passed,
    failed,
    not_applicable: notApplicable,
    checks: outcomes.map(({ group, title, result, reason, durationMs: ms }) => ({
      group,
      title,
      result,
      ...(reason === undefined ? {} : { reason }),
      duration_ms: Math.round(ms),
    })),
    failures: failures.map(({ group, title, error }) => ({ group, title, ...describeFailure(error) })),
  };
  return { lines, json, failed: failures.map(({ title }) => title) };
}

function countOf(outcomes: ReceiverOutcome[]): number[] {
  return results.map((result) => outcomes.filter((outcome) => outcome.result === result).length);
}

function failureLines({ group, title, error }: ReceiverOutcome): string[] {
  const { expected, came } = describeFailure(error);
  return [`FAILED ${RULE}: ${group}: ${title}`, `  expected  ${expected}`, `  came      ${came}`];
}

function reasonLines(outcomes: ReceiverOutcome[]): string[] {
  return outcomes
    .filter(({ reason }) => reason !== undefined)
    .map(({ title, result, reason }) => `${title}: ${result}: ${reason}`);
}
