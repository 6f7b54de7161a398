import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds wrong with a page that is serious or critical: a line for each rule, with the elements.
 * Empty for a page that all can use.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Through the debugger, which a Content-Security-Policy does not stop.
  await page.evaluate(axe);
  const run = `axe.run(document).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('\\n  ')))`;
  return page.evaluate<string[]>(run);
}
