import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const program = [
  ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'promtool')),
  join(root, 'node_modules/.cache/prometheus/usr/bin/promtool'),
].find((path) => existsSync(path));

export const promtoolNeeded = { skip: program === undefined && process.env.CI !== 'true' };

export const examplesFolder = join(root, 'examples/monitoring');

export function runPromtool(...words: string[]): string {
  if (program === undefined) throw new Error('promtool is not installed: run `node scripts/test-needs.mjs`');
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool ${words.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** Returns values by series, with the labels that Prometheus adds. */
export function samplesOf(text: string): Map<string, number> {
  const samples = text.split('\n').flatMap((line): [string, number][] => {
    const [, name, labels, value] = SAMPLE.exec(line) ?? [];
    // promtool cannot read infinite values.
    if (name === undefined || !Number.isFinite(Number(value))) return [];
    // Prometheus renames labels that it also sets itself.
    const own = labels?.replace(/\bjob="/, 'exported_job="');
    const all = [...(own ? [own] : []), 'job="ringbinder"', 'instance="127.0.0.1:8400"'];
    return [[`${name}{${all.join(',')}}`, Number(value)]];
  });
  return new Map(samples);
}

const MINUTES = 120;

/**
 * Returns the alerts that fire if a state lasts for two hours. Every minute, counters grow by the
 * difference between the scrapes.
 */
export async function firingAlerts(
  before: string,
  after: string,
  more: Record<string, number> = {},
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rb-rules-'));
  const counters = new Set(
    [...after.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm)].map(([, name]) => name),
  );
  const isCounter = (series: string) =>
    counters.has(series.split('{', 1)[0]?.replace(/_(bucket|sum|count)$/, ''));
  const earlier = samplesOf(before);
  const later = new Map([
    ...samplesOf(after),
    ['up{job="ringbinder",instance="127.0.0.1:8400"}', 1] as const,
    ...Object.entries(more),
  ]);
  const series = [...later].map(([name, value]) => {
    const start = earlier.get(name) ?? 0;
    const values = isCounter(name) ? `${start}+${value - start}x${MINUTES}` : `${value}+0x${MINUTES}`;
    return { series: name, values };
  });
  const file = join(folder, 'test.yml');
  const test = {
    rule_files: [join(examplesFolder, 'rules.yml')],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series,
        promql_expr_test: [{ expr: FIRING, eval_time: `${MINUTES - 1}m`, exp_samples: [] }],
      },
    ],
  };
  await writeFile(file, JSON.stringify(test));
  try {
    runPromtool('test', 'rules', file);
    return [];
  } catch (error) {
    // promtool prints the alerts that the test does not expect.
    const got = /got:(.*)/s.exec((error as Error).message)?.[1];
    if (got === undefined) throw error;
    return [...got.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name).sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

const FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})';
