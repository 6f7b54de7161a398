import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startService, type TestService, until, uploadFile } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { armed, hostileMarkup } from '../annotations/testing/hostile-markup.ts';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { type Drawer, makeBoard, openDraw, storedOn } from './testing/draw-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

const PDF = readFileSync(new URL('../../../../../docs/assets/loan-agreement.pdf', import.meta.url));

/** Puts markup on a page as if the server had taken it. */
async function keepMarkup(binderId: string, pageId: number, markup: readonly string[]): Promise<void> {
  await service.env.db.query(
    `INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at)
     SELECT $1, $2, 'kept-' || at, $3, svg_tag, at, at FROM unnest($4::text[]) WITH ORDINALITY AS kept (svg_tag, at)`,
    [binderId, pageId, fixture.ada.id, markup],
  );
}

/** How long a frame takes on average while a stroke is drawn, in ms: the best of some, for the machine does other things. */
async function frameTime({ page, at }: Drawer): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 2; round++) {
    const [from, to] = [await at([50, 50 + 60 * round]), await at([700, 100 + 60 * round])];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.evaluate(`{
      window.frames = [];
      const count = (time) => { window.frames.push(time); window.counting = requestAnimationFrame(count); };
      window.counting = requestAnimationFrame(count);
    }`);
    await page.mouse.move(to.x, to.y, { steps: 40 });
    const frames = await page.evaluate<number[]>('cancelAnimationFrame(window.counting), window.frames');
    await page.mouse.up();
    times.push(((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / Math.max(1, frames.length - 1));
  }
  return Math.min(...times);
}

/** How long it takes from a press beside all shapes to the end of the next frame, in ms. */
async function timeOfPress({ page, at }: Drawer): Promise<number> {
  const { x, y } = await at([5, 595]);
  await page.mouse.move(x, y);
  await page.evaluate(`void (window.pressed = new Promise((done) =>
    document.querySelector('.draw-surface').addEventListener(
      'pointerdown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp))),
      { once: true },
    )))`);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate<number>('window.pressed');
}

test(
  '[DRAW-14] among 2,000 annotations a frame takes no more than twice as long',
  browser.needed,
  async (t) => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Full', ada);
    const boards = [await makeBoard(service, id, ada), await makeBoard(service, id, ada)] as const;
    const wave = Array.from(
      { length: 30 },
      (_, step) => `L${step} ${Math.round(10 * Math.sin(step / 2))}`,
    ).join('');
    await keepMarkup(
      id,
      boards[1],
      Array.from(
        { length: 2_000 },
        (_, at) =>
          `<g transform="translate(${(at % 50) * 16} ${10 + Math.floor(at / 50) * 14})"><path d="M0 0${wave}" fill="none" stroke="#1971c2"></path></g>`,
      ),
    );
    const times: number[] = [];
    const presses: number[] = [];
    for (const [index, board] of boards.entries()) {
      const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}/pages/${board}` });
      const drawer = await openDraw(page);
      await drawer.has(index === 0 ? 0 : 2_000);
      await drawer.tool('Pen');
      times.push(await frameTime(drawer));
      assert.ok((await drawer.count()) > (index === 0 ? 0 : 2_000), 'the strokes were drawn');
      await drawer.tool('Select');
      presses.push(await timeOfPress(drawer));
      await page.context().close();
    }
    const [empty = 0, full = 0] = times;
    t.diagnostic(`the first press of the selecting tool took ${presses.map(Math.round).join(' and ')} ms`);
    t.diagnostic(
      `${empty.toFixed(1)} ms a frame on an empty page, ${full.toFixed(1)} ms among 2,000 annotations`,
    );
    assert.ok(full <= 2 * empty, `${full} ms beside ${empty} ms`);
  },
);

test(
  '[DRAW-15] of the hostile corpus nothing runs and nothing is loaded, whatever is stored',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Hostile', ada);
    const board = await makeBoard(service, id, ada);
    const leak = 'http://leak.example:8080/leak';
    const corpus = Object.values(hostileMarkup)
      .filter((markup) => !markup.includes('\u0000') && markup.length < 100_000)
      .map((markup) => armed(markup, leak, 'window.pwned=true'));
    assert.ok(corpus.length > 100);
    await keepMarkup(id, board, [
      ...corpus,
      '<rect x="300" y="300" width="99" height="99" fill="red"></rect>',
    ]);
    const { page, errors, requests } = await openApp(browser, service, ada.email, {
      path: `/b/${id}/pages/${board}`,
    });
    const draw = await openDraw(page);
    await page.locator('.annotations rect[fill="red"]').waitFor();
    assert.ok((await draw.count()) > 100);
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    const active = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.stage-page *')].flatMap((element) => [
    ...(/^(script|iframe|object|embed|foreignObject|use|animate|set|style|link|a|audio|video|handler)$/i.test(element.localName) && !element.closest('[data-own]') ? [element.outerHTML] : []),
    ...element.getAttributeNames().filter((name) => /^on/i.test(name)).map((name) => name + ' of ' + element.localName),
  ])`);
    assert.deepEqual(active, []);
    // All is touched: hovered, clicked, read as shapes, moved and written again.
    await draw.click([320, 320]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('ArrowRight');
    await until('what is hostile is refused', () => refused.length > 5);
    await draw.drag([10, 10], [400, 400]);
    await page.keyboard.press('Control+d');
    assert.equal(await page.evaluate('window.pwned'), undefined);
    assert.deepEqual(
      requests.filter((address) => !address.startsWith(service.origin)),
      [],
    );
    assert.deepEqual(
      errors.filter((error) => !/status of 4\d\d/.test(error)),
      [],
      'nor was anything tried that our policy had to forbid',
    );
    await page.context().close();
  },
);

test('[DRAW-16] a highlight is snapped to the words of the page', browser.needed, async () => {
  const { ada } = fixture;
  const id = await fixture.addBinder('Words', ada);
  const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, PDF, 'Loan.pdf');
  const [{ id: pageId, width, height }] = pages;
  const read = await service.call('GET', `/${id}/pages/${pageId}/text`, { token: ada.token });
  const boxes: { x: number; y: number; width: number; height: number; separator: string }[] =
    read.body.data.boxes;
  const at = boxes.findIndex(
    ({ separator }, index) => separator === 'space' && boxes[index + 1]?.separator === 'space',
  );
  const [first, second] = [boxes[at], boxes[at + 1]];
  assert.ok(first && second);
  const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}/pages/${pageId}` });
  const text = page.waitForResponse((response) => response.url().endsWith(`/pages/${pageId}/text`));
  const draw = await openDraw(page, { width, height });
  await text;
  await draw.tool('Highlight text');
  await draw.drag(
    [first.x + first.width / 2, first.y + first.height / 2],
    [second.x + second.width / 2, second.y + second.height / 2],
  );
  await draw.has(1);
  const [mark] = await until('it is stored', async () => {
    const stored = await storedOn(service, id, pageId, ada);
    return stored.length > 0 ? stored : undefined;
  });
  const [, x, , wide] = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/.exec(mark?.svg_tag ?? '') ?? [];
  assert.ok(Math.abs(Number(x) - first.x) < 0.02, `${x} is ${first.x}`);
  assert.ok(Math.abs(Number(wide) - (second.x + second.width - first.x)) < 0.05, `${wide}`);
  await page.context().close();
});

/** Pastes into what has the focus. */
const paste = (page: Page, content: { type: string; base64?: string; text?: string }) =>
  page.evaluate(`(async () => {
    const { type, base64, text } = ${JSON.stringify(content)};
    const data = new DataTransfer();
    if (text !== undefined) data.setData(type, text);
    else {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      data.items.add(new File([bytes], 'pasted', { type }));
    }
    document.querySelector('.draw-surface').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);

test(
  '[DRAW-17] a picture is made small enough or refused, and text with markup is text',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Paste', ada);
    const board = await makeBoard(service, id, ada);
    const { page, errors } = await openApp(browser, service, ada.email, { path: `/b/${id}/pages/${board}` });
    const draw = await openDraw(page);
    const noise = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    assert.ok(noise.length > 400_000);
    await paste(page, { type: 'image/jpeg', base64: noise.toString('base64') });
    await draw.has(1);
    await paste(page, {
      type: 'image/png',
      base64: Buffer.from('<svg onload="window.pwned=1">').toString('base64'),
    });
    await page.getByText('This file is no picture').waitFor();
    await paste(page, { type: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') });
    await paste(page, { type: 'text/plain', text: '<img src=x onerror="window.pwned=1">' });
    await draw.has(2);
    const stored = await until('both are stored', async () => {
      const all = await storedOn(service, id, board, ada);
      return all.length === 2 ? all : undefined;
    });
    assert.match(stored[0]?.svg_tag ?? '', /<image [^>]*href="data:image\/jpeg/);
    assert.ok((stored[0]?.svg_tag.length ?? 0) <= 256 * 1024);
    assert.match(stored[1]?.svg_tag ?? '', /<tspan [^>]*>&#60;img/);
    assert.equal(await page.evaluate('window.pwned'), undefined);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
