import { run } from 'node:test';
import { readTitle } from './check.ts';
import { readCredentials } from './credentials.ts';
import { type Options, readBase } from './options.ts';
import { type Report, reportOn } from './report.ts';
import { isChosen, readRules } from './rules.ts';
import { baseOf, type Target } from './target.ts';
import { classify, type Outcome } from './verdict.ts';

const REACHED_WITHIN_MS = 10_000;

/** Throws a one-line Error if credentials are missing or the server does not respond. */
export async function checkServer(options: Omit<Options, 'json'>): Promise<Report> {
  const credentials = readCredentials(options.credentials);
  const address = options.base ?? credentials.base_url;
  if (address === undefined) throw new Error('neither the arguments nor the credentials have a base address');
  const { origin, sandbox } = readBase(address);
  const { refreshToken, only } = options;
  const target = { origin, credentials, refreshToken, only, sandbox: sandbox || options.sandbox };
  if (target.sandbox && !credentials.sandbox)
    throw new Error('the credentials file has nothing for the sandbox');
  await reach(baseOf(target));
  const started = performance.now();
  const outcomes = await runChecks(target);
  const rules = readRules().map((group) => ({
    ...group,
    rules: group.rules.filter(({ id }) => isChosen(id, only)),
  }));
  return reportOn(classify(rules, outcomes), outcomes, {
    base: baseOf(target),
    environment: target.sandbox ? 'sandbox' : 'production',
    durationMs: performance.now() - started,
    verbose: options.verbose,
  });
}

async function runChecks(target: Target): Promise<Outcome[]> {
  const files = [new URL('checks.ts', import.meta.url).pathname];
  const outcomes: Outcome[] = [];
  for await (const { type, data } of run({ files, argv: [JSON.stringify(target)] })) {
    if (type === 'test:stderr') process.stderr.write(data.message);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, details, skip } = data;
    if (details.type === 'suite') continue;
    const error = 'error' in details ? (details.error.cause ?? details.error) : undefined;
    if (nesting === 0) throw new Error('the checks could not be run', { cause: error });
    const ending =
      type === 'test:fail'
        ? ({ result: 'failed', error } as const)
        : skip === undefined
          ? ({ result: 'passed' } as const)
          : ({ result: 'not applicable', reason: String(skip) } as const);
    outcomes.push({ ...readTitle(name), ...ending, durationMs: details.duration_ms });
  }
  return outcomes;
}

async function reach(base: string): Promise<void> {
  try {
    await fetch(`${base}me`, { signal: AbortSignal.timeout(REACHED_WITHIN_MS) });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Error(`${base} does not respond: ${cause instanceof Error ? cause.message : message}`);
  }
}
