import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Impact = 'critical' | 'serious' | 'moderate' | 'minor';

export async function seriousFindings(
  page: Page,
  impacts: readonly Impact[] = ['critical', 'serious'],
  skipped: readonly string[] = [],
  only?: readonly string[],
): Promise<string[]> {
  // The debugger bypasses Content-Security-Policy.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  // Skip style sheets, which take half of the time and serve only a rule that is off.
  const rules = {
    ...Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])),
    ...Object.fromEntries((only ?? []).map((rule) => [rule, { enabled: true }])),
  };
  const options = { rules, ...(only && { runOnly: only }) };
  const run = `axe.run(document, { ...${JSON.stringify(options)}, resultTypes: ["violations"], preload: { assets: ["media"] } }).then(({ violations }) => violations
    .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('\\n  ')))`;
  return page.evaluate<string[]>(run);
}
