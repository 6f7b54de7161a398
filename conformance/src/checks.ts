/** Runs the checks with node:test. The first argument is the target as JSON. */
import { suite, test } from 'node:test';
import { type Check, loadChecks, readTitle } from './check.ts';
import { isChosen } from './rules.ts';
import { openStage } from './stage.ts';
import type { Target } from './target.ts';

const AT_ONCE = 8;

const target: Target = JSON.parse(process.argv[2] ?? '');
const run = openStage(target);

function testAll(name: string, checks: Check[]): void {
  suite(name, { concurrency: AT_ONCE }, () => {
    for (const check of checks.filter(({ title }) =>
      readTitle(title).rules.some((id) => isChosen(id, target.only)),
    ))
      test(check.title, (context) => run(check, context));
  });
}

const { calls, answers } = await loadChecks();
testAll('calls', calls);
testAll('answers', answers);
