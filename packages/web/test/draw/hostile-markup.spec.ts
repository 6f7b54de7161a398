import assert from 'node:assert/strict';
import { hostileMarkup, insertLeak } from '@ringbinder/server/features/annotations/testing/hostile-markup.ts';
import { uploadFile } from '@ringbinder/testkit';
import { type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { type OtherSite, startOtherSite } from '../support/other-site.ts';

let site: OtherSite;
test.beforeEach(async () => {
  site = await startOtherSite();
});
test.afterEach(() => site.close());
test.use({ viewport: { width: 1000, height: 1000 } });

/** An attack that succeeds calls `ran.push()` or requests `/leak-…`. */
const entries = () =>
  Object.entries(hostileMarkup).map(([name, markup], index) => ({
    name,
    markup: insertLeak(markup, `${site.origin}/leak-${index}`, `ran.push(${index})`),
  }));

const showing = (pieces: string[]) => `<!doctype html><meta charset="utf-8"><script>window.ran = [];</script>
${pieces.map((piece) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${piece}</svg>`).join('\n')}
<div id="later"></div>
<script>
  later.innerHTML = ${JSON.stringify(pieces.map((piece) => `<svg>${piece}</svg>`).join('')).replaceAll('<', '\\u003c')};
</script>`;

const TOUCH_ALL = `(async () => {
  const options = { bubbles: true, cancelable: true, composed: true };
  for (const element of document.querySelectorAll('svg *')) {
    element.dispatchEvent(new MouseEvent('click', options));
    element.dispatchEvent(new FocusEvent('focusin', options));
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()`;

async function show(page: Page, pieces: string[]): Promise<{ ran: string[]; leaked: string[] }> {
  site.html = showing(pieces);
  page.on('dialog', (dialog) => dialog.dismiss());
  await page.goto(site.origin);
  await page.evaluate(TOUCH_ALL);
  await page.waitForLoadState('networkidle');
  const ran = await page.evaluate<string[]>('ran');
  return { ran, leaked: site.asked.filter((url) => url.startsWith('/leak')) };
}

test('[ANN-5] what the server stores of the hostile corpus runs nothing and loads nothing', async ({
  page,
  service,
}) => {
  const { binderId, owner, editor } = await service.make.cast();
  const { token } = editor;
  const { pages } = await uploadFile(service, { binderId, token: owner.token }, 'To draw on', 'note.txt');
  const path = `/${binderId}/pages/${pages[0].id}/annotations`;
  let refused = 0;
  for (const [index, { name, markup }] of entries().entries()) {
    const json = { client_uuid: `hostile-${index}`, svg_tag: markup };
    const { status } = await service.call('POST', path, { token, json });
    assert.ok(status === 200 || status === 400, `${name}: ${status}`);
    if (status === 400) refused++;
  }
  const { body } = await service.call('GET', `/${binderId}/pages`, { token });
  const stored: { svg_tag: string }[] = body.data.pages[0].svg_tags;
  assert.equal(stored.length + refused, entries().length);
  assert.ok(stored.length > 0);
  const harmless = '<path d="M0 0L9 9" stroke="#f00"></path>';
  assert.deepEqual(await show(page, [...stored.map(({ svg_tag }) => svg_tag), harmless]), {
    ran: [],
    leaked: [],
  });
});

test('[ANN-5] the hostile corpus itself runs script and loads from outside', async ({ page }) => {
  const dangerous = ['onload', 'image from outside', 'svg that ends early', 'onclick', 'style element'];
  const raw = entries().filter(({ name }) => dangerous.includes(name));
  assert.equal(raw.length, dangerous.length);
  const { ran, leaked } = await show(
    page,
    raw.map(({ markup }) => markup),
  );
  assert.ok(ran.length >= 2, `ran: ${ran}`);
  assert.ok(leaked.length >= 1, `leaked: ${leaked}`);
});
