import { readCredentials } from './credentials.ts';
import { groups, onAllAnswers } from './groups/index.ts';
import { type Options, readBase } from './options.ts';
import { type Report, reportOn } from './report.ts';
import { isChosen, readRules } from './rules.ts';
import { baseOf, runChecks } from './run.ts';
import { classify } from './verdict.ts';

const REACHED_WITHIN_MS = 10_000;

/** Checks a server. Throws with one line when it cannot be tried: no credentials, or nobody answers. */
export async function checkServer(options: Omit<Options, 'json'>): Promise<Report> {
  const credentials = readCredentials(options.credentials);
  const address = options.base ?? credentials.base_url;
  if (address === undefined) throw new Error('no base address is given, and the credentials have none');
  const { origin, sandbox } = readBase(address);
  const { refreshToken } = options;
  const target = { origin, credentials, refreshToken, sandbox: sandbox || options.sandbox };
  await reach(baseOf(target));
  const started = performance.now();
  const outcomes = await runChecks(target, groups, [onAllAnswers], options.only);
  const rules = readRules().map((group) => ({
    ...group,
    rules: group.rules.filter(({ id }) => isChosen(id, options.only)),
  }));
  return reportOn(classify(rules, outcomes), outcomes, {
    base: baseOf(target),
    environment: target.sandbox ? 'sandbox' : 'production',
    durationMs: performance.now() - started,
    verbose: options.verbose,
  });
}

async function reach(base: string): Promise<void> {
  try {
    await fetch(`${base}me`, { signal: AbortSignal.timeout(REACHED_WITHIN_MS) });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Error(`${base} does not answer: ${cause instanceof Error ? cause.message : message}`);
  }
}
