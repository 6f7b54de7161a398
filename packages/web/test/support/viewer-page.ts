import { readFileSync, writeFileSync } from 'node:fs';
import { type TestService, uploadFile } from '@ringbinder/testkit';
import { type App, expect, type Locator, type Page } from '@ringbinder/testkit/playwright/index.ts';

export const LOAN_PDF = new Uint8Array(
  readFileSync(new URL('../../../../docs/assets/loan-agreement.pdf', import.meta.url)),
);

export const buttonOf = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

export async function chooseMore(page: Page, name: string): Promise<void> {
  await buttonOf(page, 'More actions').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export const isSharp = (page: Page) =>
  expect(page.locator('.page-tiles[data-sharp=true] .page-tile.whole[data-there=true]')).toHaveCount(1);

export async function binderOf(
  { org, service }: App,
  name: string,
  uploads: readonly [content: Uint8Array<ArrayBuffer> | string, name: string][],
) {
  const { ada, ben } = org;
  const id = await org.addBinder(name, ada, [ben]);
  const ids: number[] = [];
  for (const [content, file] of uploads) {
    const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, content, file);
    ids.push(...pages.map((page: { id: number }) => page.id));
  }
  return { id, ids, to: (index: number) => `/b/${id}/pages/${ids[index]}` };
}

export const loanBinder = (app: App, name: string) => binderOf(app, name, [[LOAN_PDF, 'Loan.pdf']]);

export async function printer(page: Page): Promise<() => Promise<void>> {
  await page.evaluate('window.print = () => { window.isPrinted = true; }');
  return async () => {
    await page.evaluate('window.isPrinted = false');
    await chooseMore(page, 'Print');
    await expect.poll(() => page.evaluate('window.isPrinted')).toBe(true);
  };
}

export async function sheetsOf({ directory, env }: TestService, pdf: Buffer): Promise<number> {
  const path = `${directory}/sheets.pdf`;
  writeFileSync(path, pdf);
  const inspected = await env.media.inspect(path, { fileName: 'sheets.pdf' });
  return inspected.ok ? inspected.pages.length : 0;
}
