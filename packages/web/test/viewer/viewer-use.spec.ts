import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { TestService } from '@ringbinder/testkit';
import { expect, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import sharp from 'sharp';
import {
  buttonOf,
  chooseMore,
  isSharp,
  LOAN_PDF,
  loanBinder,
  printer,
  sheetsOf,
} from '../support/viewer-page.ts';

const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

test('[VIEW-1] [VIEW-3] [VIEW-14] on a phone the bar is one row, two fingers zoom around the place between them, and a swipe leads to the next page', async ({
  app,
  org,
}) => {
  const { to } = await loanBinder(app, 'Pinched');
  const page = await app.open(org.ada, {
    path: to(0),
    ...SCREENS['phone, light'],
    hasTouch: true,
    isMobile: true,
  });
  await isSharp(page);
  const head = page.locator('.viewer .section-head');
  assert.ok(((await head.boundingBox())?.height ?? 99) < 56, 'one row');
  const boxOf = async () => (await page.locator('.stage-sheet').boundingBox()) ?? NO_BOX;
  const isPage = (index: number) => page.waitForURL((url) => url.pathname === to(index));
  const fitted = await boxOf();
  const at = { x: fitted.x + fitted.width * 0.5, y: fitted.y + fitted.height * 0.5 };
  const devtools = await page.context().newCDPSession(page);

  await test.step('two fingers zoom', async () => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: fingers.map((finger, id) => ({ ...finger, id })),
      });
    const apart = (distance: number) => [-distance, distance].map((by) => ({ x: at.x + by, y: at.y }));
    await touch('touchStart', ...apart(30));
    for (let distance = 35; distance <= 120; distance += 5) await touch('touchMove', ...apart(distance));
    await touch('touchEnd');
    await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(fitted.width * 3.5);
    const pinched = await boxOf();
    assert.ok(pinched.width < fitted.width * 4.5, `${pinched.width} of ${fitted.width}`);
    const across = (at.x - pinched.x) / pinched.width;
    const down = (at.y - pinched.y) / pinched.height;
    assert.ok(Math.abs(across - 0.5) < 0.03 && Math.abs(down - 0.5) < 0.03, `${across} ${down}`);
    assert.equal(await page.evaluate('visualViewport.scale'), 1, 'the page, and not the window');
  });

  await test.step('the menu has what the bar has no room for', async () => {
    await buttonOf(page, 'More actions').tap();
    await page.getByRole('menuitemradio', { name: 'Fit page' }).tap();
    await expect.poll(async () => Math.abs((await boxOf()).width - fitted.width)).toBeLessThan(1);
    await chooseMore(page, 'Search all pages');
    await page.getByRole('searchbox').fill('loan');
    await page.locator('.hits rect').first().waitFor();
    await buttonOf(page, 'Close search').tap();
    await page.getByRole('link', { name: 'Next page' }).tap();
    await isPage(1);
  });

  await test.step('a double tap zooms in at its place, and back to the whole page', async () => {
    await isSharp(page);
    const whole = await boxOf();
    const place = { x: whole.x + whole.width * 0.75, y: whole.y + whole.height * 0.25 };
    /** The timestamps make the taps fast on any machine. */
    const tapTwice = async () => {
      const begun = Date.now() / 1000;
      for (const [part, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries())
        await devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [place],
          timestamp: begun + part / 20,
        });
    };
    await tapTwice();
    await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(whole.width * 2);
    const zoomed = await boxOf();
    const across = (place.x - zoomed.x) / zoomed.width;
    const down = (place.y - zoomed.y) / zoomed.height;
    assert.ok(Math.abs(across - 0.75) < 0.03 && Math.abs(down - 0.25) < 0.03, `${across} ${down}`);
    await tapTwice();
    await expect.poll(async () => Math.abs((await boxOf()).width - whole.width)).toBeLessThan(1);
  });

  await test.step('one finger leads on and back', async () => {
    await isSharp(page);
    /** The timestamps make the swipe fast on any machine. */
    const swipe = async (from: number, to: number) => {
      const begun = Date.now() / 1000;
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: from + part * (to - from), y: at.y, id: 0 }],
          timestamp: begun + part / 5,
        });
      await send('touchStart', 0);
      for (const part of [0.3, 0.6, 0.9]) await send('touchMove', part);
      await send('touchEnd', 1);
    };
    await swipe(320, 80);
    await isPage(2);
    await isSharp(page);
    await swipe(80, 320);
    await isPage(1);
    await page.getByRole('link', { name: 'All pages' }).tap();
    await page.locator('.page-grid').waitFor();
  });
});

const SHEET = { width: 2_480, height: 3_508 };

async function printed(service: TestService, pdf: Uint8Array): Promise<Buffer> {
  const path = `${service.directory}/printed.pdf`;
  writeFileSync(path, pdf);
  const size = { maxWidth: SHEET.width, maxHeight: SHEET.height };
  const options = { mimeType: 'application/pdf', index: 0, format: 'png', ...size } as const;
  const { bytes } = await service.env.media.render(path, options);
  return sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ ...SHEET, fit: 'fill' })
    .raw()
    .toBuffer();
}

const difference = (one: Buffer, other: Buffer) => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
};

test('[VIEW-15] a page is printed on one sheet, as sharp as paper, with its annotations, and the viewer fills the screen', async ({
  app,
  org,
  service,
}) => {
  const { id, ids, to } = await loanBinder(app, 'Printed');
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  const pressPrint = await printer(page);
  const print = async () => {
    await pressPrint();
    return page.pdf({ format: 'A4', preferCSSPageSize: true });
  };

  await test.step('one sheet, and sharp', async () => {
    const pdf = await print();
    const original = await printed(service, LOAN_PDF);
    const blurred = await sharp(original, { raw: { ...SHEET, channels: 1 } })
      .resize(1_131, 1_600)
      .resize(SHEET.width, SHEET.height)
      .raw()
      .toBuffer();
    const sharply = difference(await printed(service, pdf), original);
    const vaguely = difference(blurred, original);
    assert.ok(sharply < vaguely / 2, `${sharply} beside ${vaguely} of a picture of 1,600 pixels`);
    assert.equal(await sheetsOf(service, pdf), 1);
    await expect(page.locator('.print-page'), 'nothing of it stays').toHaveCount(0);
  });

  await test.step('annotations are printed at their place', async () => {
    const { status } = await service.call('POST', `/${id}/pages/${ids[0]}/annotations`, {
      token: org.ada.token,
      json: {
        client_uuid: 'frame',
        svg_tag: '<rect x="300" y="700" width="200" height="60" fill="#000000"/>',
      },
    });
    assert.equal(status, 200);
    await page.locator('.annotations rect').waitFor();
    const marked = await printed(service, await print());
    const shade = (across: number, down: number) =>
      marked[
        Math.round((down / 842) * SHEET.height) * SHEET.width + Math.round((across / 595) * SHEET.width)
      ] ?? 255;
    assert.ok(shade(400, 730) < 40, 'it is printed');
    assert.ok(shade(298, 730) > 200 && shade(502, 730) > 200, 'at its place');
  });

  await test.step('full screen, and back', async () => {
    await chooseMore(page, 'Full screen');
    const full = () => page.evaluate<string>('document.fullscreenElement?.className ?? ""');
    await expect.poll(full).toBe('viewer');
    const fills = 'document.querySelector(".viewer").clientHeight === innerHeight';
    await expect.poll(() => page.evaluate(fills)).toBe(true);
    await page.locator('.stage').focus();
    await page.keyboard.press('f');
    await expect.poll(full).toBe('');
  });
});

test('[VIEW-12] the original of one of several pages is the whole uploaded file', async ({ app, org }) => {
  const { to } = await loanBinder(app, 'Original');
  const page = await app.open(org.ada, { path: to(1) });
  const download = page.waitForEvent('download');
  await chooseMore(page, 'Download original');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Loan.pdf');
  expect(new Uint8Array(await readFile(await saved.path()))).toEqual(LOAN_PDF);
});
