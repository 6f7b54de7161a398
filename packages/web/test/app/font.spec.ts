import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { openOwnChat } from '../support/chat-page.ts';

const fontSizes = (page: Page) =>
  page.evaluate<number[]>(`document.fonts.ready.then(() => performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.woff2')).map(({ encodedBodySize }) => encodedBodySize))`);

const hasInter = (page: Page) => page.evaluate<boolean>("document.fonts.check('16px Inter')");

test('[WEB-13] a page loads the font of the scripts that it shows, at most 40 kB for each', async ({
  app,
  org,
}) => {
  const { binderId, page } = await openOwnChat(app, 'Loan 4711');
  await expect.poll(() => hasInter(page)).toBe(true);
  expect(await fontSizes(page)).toHaveLength(1);

  await org.post(binderId, org.ada, '房屋估值已完成');
  await page.getByText('房屋估值已完成').waitFor();
  expect(await fontSizes(page)).toHaveLength(1);
  await org.post(binderId, org.ada, 'Оценка готова');
  await expect.poll(async () => (await fontSizes(page)).length).toBe(2);
  await org.post(binderId, org.ada, 'Pastatą įvertinome, đã định giá ngôi nhà');
  await expect.poll(async () => (await fontSizes(page)).length).toBe(4);
  for (const size of await fontSizes(page)) expect(size).toBeLessThan(40_000);
});

test('[WEB-13] a page that works without scripts shows the font', async ({ app, service }) => {
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await expect.poll(() => hasInter(page)).toBe(true);
});
