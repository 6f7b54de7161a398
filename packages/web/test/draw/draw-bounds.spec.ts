import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hostileMarkup, insertLeak } from '@ringbinder/server/features/annotations/testing/hostile-markup.ts';
import { type CreatedUser, type TestService, uploadFile } from '@ringbinder/testkit';
import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import sharp from 'sharp';
import { type Drawer, makeBoard, openDraw, storedOn } from '../support/draw-page.ts';

const PDF = readFileSync(new URL('../../../../docs/assets/loan-agreement.pdf', import.meta.url));

async function storeMarkup(
  { env }: TestService,
  binderId: string,
  pageId: number,
  author: CreatedUser,
  markup: readonly string[],
): Promise<void> {
  await env.db.query(
    `INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at)
     SELECT $1, $2, 'kept-' || at, $3, svg_tag, at, at FROM unnest($4::text[]) WITH ORDINALITY AS kept (svg_tag, at)`,
    [binderId, pageId, author.id, markup],
  );
}

/** In milliseconds, the better of two strokes. */
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

/** In milliseconds. */
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

test('[DRAW-14] 2,000 annotations at most double the time of a frame', async ({ app, org, service }) => {
  const { ada } = org;
  const id = await org.addBinder('Full', ada);
  const boards = [await makeBoard(service, id, ada), await makeBoard(service, id, ada)] as const;
  const wave = Array.from(
    { length: 30 },
    (_, step) => `L${step} ${Math.round(10 * Math.sin(step / 2))}`,
  ).join('');
  const markup = Array.from(
    { length: 2_000 },
    (_, at) =>
      `<g transform="translate(${(at % 50) * 16} ${10 + Math.floor(at / 50) * 14})"><path d="M0 0${wave}" fill="none" stroke="#1971c2"></path></g>`,
  );
  await storeMarkup(service, id, boards[1], ada, markup);
  const times: number[] = [];
  const presses: number[] = [];
  for (const [index, board] of boards.entries()) {
    const page = await app.open(ada, { path: `/b/${id}/pages/${board}` });
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
  const description = `${empty.toFixed(1)} and ${full.toFixed(1)} ms a frame; first press ${presses.map(Math.round).join(' and ')} ms`;
  test.info().annotations.push({ type: 'empty and full page', description });
  assert.ok(full <= 2 * empty, `${full} ms beside ${empty} ms`);
});

const ACTIVE = `[...document.querySelectorAll('.stage-page *')].flatMap((element) => [
  ...(/^(script|iframe|object|embed|foreignObject|use|animate|set|style|link|a|audio|video|handler)$/i.test(element.localName) && !element.closest('[data-own]') ? [element.outerHTML] : []),
  ...element.getAttributeNames().filter((name) => /^on/i.test(name)).map((name) => name + ' of ' + element.localName),
])`;

test('[DRAW-15] hostile markup runs nothing and loads nothing, whatever is stored', async ({
  app,
  org,
  service,
}) => {
  // The server refuses hostile markup with 4xx.
  app.allowErrors(/status of 4\d\d/);
  const { ada } = org;
  const id = await org.addBinder('Hostile', ada);
  const board = await makeBoard(service, id, ada);
  const corpus = Object.values(hostileMarkup)
    .filter((markup) => !markup.includes('\u0000') && markup.length < 100_000)
    .map((markup) => insertLeak(markup, 'http://leak.example:8080/leak', 'window.pwned=true'));
  assert.ok(corpus.length > 100);
  const harmless = '<rect x="300" y="300" width="99" height="99" fill="red"></rect>';
  await storeMarkup(service, id, board, ada, [...corpus, harmless]);
  const page = await app.open(ada, { path: `/b/${id}/pages/${board}` });
  const draw = await openDraw(page);
  await page.locator('.annotations rect[fill="red"]').waitFor();
  assert.ok((await draw.count()) > 100);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  assert.deepEqual(await page.evaluate<string[]>(ACTIVE), []);

  await test.step('every shape is clicked, selected, moved and copied', async () => {
    await draw.click([320, 320]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => refused.length).toBeGreaterThan(5);
    await draw.drag([10, 10], [400, 400]);
    await page.keyboard.press('Control+d');
  });
  assert.equal(await page.evaluate('window.pwned'), undefined);
  assert.deepEqual(
    app.requestsOf(page).filter((address) => !address.startsWith(service.origin)),
    [],
  );
});

test('[DRAW-16] a highlight snaps to the words of the page', async ({ app, org, service }) => {
  const { ada } = org;
  const id = await org.addBinder('Words', ada);
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
  const page = await app.open(ada, { path: `/b/${id}/pages/${pageId}` });
  const text = page.waitForResponse((response) => response.url().endsWith(`/pages/${pageId}/text`));
  const draw = await openDraw(page, { width, height });
  await text;
  await draw.tool('Highlight text');
  await draw.drag(
    [first.x + first.width / 2, first.y + first.height / 2],
    [second.x + second.width / 2, second.y + second.height / 2],
  );
  await draw.has(1);
  const stored = () => storedOn(service, id, pageId, ada);
  await expect.poll(async () => (await stored()).length).toBe(1);
  const [mark] = await stored();
  const [, x, , wide] = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/.exec(mark?.svg_tag ?? '') ?? [];
  assert.ok(Math.abs(Number(x) - first.x) < 0.02, `${x} is ${first.x}`);
  assert.ok(Math.abs(Number(wide) - (second.x + second.width - first.x)) < 0.05, `${wide}`);
});

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
const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');

test('[DRAW-17] a large picture is scaled down, a file that is not a picture is refused, and pasted markup is text', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const id = await org.addBinder('Paste', ada);
  const board = await makeBoard(service, id, ada);
  const page = await app.open(ada, { path: `/b/${id}/pages/${board}` });
  const draw = await openDraw(page);
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = await sharp({
    create: { width: 1200, height: 900, channels: 3, background: '#888', noise },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  assert.ok(picture.length > 400_000);
  await paste(page, { type: 'image/jpeg', base64: base64(picture) });
  await draw.has(1);
  await paste(page, { type: 'image/png', base64: base64('<svg onload="window.pwned=1">') });
  await page.getByText('This file is not an image').waitFor();
  await paste(page, { type: 'image/svg+xml', base64: base64('<svg/>') });
  await paste(page, { type: 'text/plain', text: '<img src=x onerror="window.pwned=1">' });
  await draw.has(2);
  const stored = () => storedOn(service, id, board, ada);
  await expect.poll(async () => (await stored()).length).toBe(2);
  const [image, words] = (await stored()).map(({ svg_tag }) => svg_tag);
  assert.match(image ?? '', /<image [^>]*href="data:image\/jpeg/);
  assert.ok((image?.length ?? 0) <= 256 * 1024);
  assert.match(words ?? '', /<tspan [^>]*>&#60;img/);
  assert.equal(await page.evaluate('window.pwned'), undefined);
});
