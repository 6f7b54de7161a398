import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** How much a finding keeps people from using a page, as axe-core says it. */
type Impact = 'critical' | 'serious' | 'moderate' | 'minor';

/**
 * What axe-core finds wrong with a page: a line for each rule, with the elements. Empty for a page that all can use.
 * @param impacts which findings count
 * @param skipped rules of axe-core that are not checked
 */
export async function seriousFindings(
  page: Page,
  impacts: readonly Impact[] = ['critical', 'serious'],
  skipped: readonly string[] = [],
): Promise<string[]> {
  // Through the debugger, which a Content-Security-Policy does not stop; it stays until another document is loaded.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  // Style sheets would be fetched anew each time, in half of the time of it all, for a rule that is not on by itself.
  const rules = Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }]));
  const run = `axe.run(document, { rules: ${JSON.stringify(rules)}, resultTypes: ["violations"], preload: { assets: ["media"] } }).then(({ violations }) => violations
    .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('\\n  ')))`;
  return page.evaluate<string[]>(run);
}
