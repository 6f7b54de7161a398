import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How much a finding keeps people from using a page, as axe-core says it. */
type Impact = 'critical' | 'serious' | 'moderate' | 'minor';

/**
 * What axe-core finds wrong with a page: a line for each rule, with the elements. Empty for a page that all can use.
 * @param impacts which findings count
 */
export async function seriousFindings(
  page: Page,
  impacts: readonly Impact[] = ['critical', 'serious'],
): Promise<string[]> {
  // Through the debugger, which a Content-Security-Policy does not stop.
  await page.evaluate(axe);
  const run = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
    .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('\\n  ')))`;
  return page.evaluate<string[]>(run);
}
