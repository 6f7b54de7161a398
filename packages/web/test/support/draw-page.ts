import assert from 'node:assert/strict';
import { type CreatedUser, type TestService, until } from '@ringbinder/testkit';
import type { App, Page } from '@ringbinder/testkit/playwright/index.ts';

/** A point of a page, in its units. */
export type At = readonly [x: number, y: number];

/** An annotation as it is stored. */
export interface StoredAnnotation {
  client_uuid: string;
  svg_tag: string;
  created_time: number;
}

/** Makes a whiteboard by REST. Gives its id. */
export async function makeBoard(
  service: TestService,
  binderId: string,
  { token }: CreatedUser,
  size: { width: number; height: number } = { width: 800, height: 600 },
): Promise<number> {
  const json = { type: 'whiteboard', name: 'Board', ...size };
  const { status, body } = await service.call('POST', `/${binderId}/pages`, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.page_id;
}

/** The annotations of a page, as they are stored, from below to above. */
export async function storedOn(
  service: TestService,
  binderId: string,
  pageId: number,
  { token }: CreatedUser,
): Promise<StoredAnnotation[]> {
  const { body } = await service.call('GET', `/${binderId}/pages?filter=${pageId}`, { token });
  return body.data.pages[0].svg_tags;
}

/** The kinds of annotations, as Draw has written them. */
export const kindsOf = (annotations: readonly { svg_tag: string }[]) =>
  annotations.map(({ svg_tag }) => /kind&#34;:&#34;(\w+)/.exec(svg_tag)?.[1] ?? 'foreign');

/** What somebody does on a page that is open in Draw. Places are in the units of the page. */
export interface Drawer {
  page: Page;
  /** Where a place is in the window. */
  at(point: At): Promise<{ x: number; y: number }>;
  drag(...points: readonly At[]): Promise<void>;
  click(point: At, options?: { clickCount?: number; modifiers?: ['Shift'] }): Promise<void>;
  /** Clicks at a shape until it is selected. */
  select(point: At): Promise<void>;
  /** Chooses a tool by its name. */
  tool(name: string): Promise<void>;
  /** How many annotations are drawn. */
  count(): Promise<number>;
  /** Waits until so many annotations are drawn. */
  has(count: number): Promise<void>;
}

/** Opens Draw on the page that is shown, of a size in its units. */
export async function openDraw(page: Page, { width, height } = { width: 800, height: 600 }): Promise<Drawer> {
  const surface = page.locator('.draw-surface');
  if ((await surface.count()) === 0) {
    const button = page.getByRole('button', { name: 'Draw', exact: true });
    const menu = page.getByRole('button', { name: 'More to do with this page' });
    // On a phone there is room for it in the menu alone.
    await button.or(menu).first().waitFor();
    if ((await button.count()) > 0) await button.first().click();
    else {
      await menu.click();
      await page.getByRole('menuitem', { name: 'Draw', exact: true }).click();
    }
  }
  await surface.waitFor();
  await page.evaluate('document.fonts.ready');
  // The stage takes its size once what stands around it is there: until then a place is somewhere else a moment later.
  const standsStill = `(async () => {
    const look = () => {
      const { x, y, width, height } = document.querySelector('.draw-surface').getBoundingClientRect();
      return [x, y, width, height].join();
    };
    const before = look();
    for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
    return before === look();
  })()`;
  await until('the page stands still', () => page.evaluate(standsStill));
  const at = async ([x, y]: At) => {
    const box = await surface.boundingBox();
    assert.ok(box);
    return { x: box.x + (x * box.width) / width, y: box.y + (y * box.height) / height };
  };
  const count = () => page.locator('.annotations > g').count();
  return {
    page,
    at,
    count,
    async drag(...points) {
      const [first, ...rest] = await Promise.all(points.map(at));
      assert.ok(first);
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.up();
    },
    async click(point, { clickCount = 1, modifiers = [] as never } = {}) {
      const { x, y } = await at(point);
      for (const key of modifiers) await page.keyboard.down(key);
      await page.mouse.click(x, y, { clickCount });
      for (const key of modifiers) await page.keyboard.up(key);
    },
    async select(point) {
      await until('the shape is selected', async () => {
        const { x, y } = await at(point);
        await page.mouse.click(x, y);
        await page.evaluate(
          'new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))',
        );
        return (await page.locator('.draw-frame').count()) > 0;
      });
    },
    tool: (name) => page.getByRole('button', { name, exact: true }).click(),
    async has(expected) {
      await until(`${expected} annotations are drawn`, async () => (await count()) === expected);
    },
  };
}

/** Draws something into the field for signatures, and takes it. */
export async function drawSignature(page: Page): Promise<void> {
  const box = await page.locator('.draw-pad').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 40, box.y + 90);
  await page.mouse.down();
  for (let step = 0; step < 20; step++)
    await page.mouse.move(box.x + 40 + step * 12, box.y + 90 + 40 * Math.sin(step / 2));
  await page.mouse.up();
  await page.getByRole('button', { name: 'Use it' }).click();
}

/** Two people who draw on one whiteboard. */
export async function openBoard(app: App, name: string) {
  const { service, org } = app;
  const id = await org.addBinder(name, org.ada, [org.ben]);
  const board = await makeBoard(service, id, org.ada);
  const path = `/b/${id}/pages/${board}`;
  const [mine, theirs] = await Promise.all([app.open(org.ada, { path }), app.open(org.ben, { path })]);
  return {
    id,
    board,
    path,
    mine: await openDraw(mine),
    theirs: await openDraw(theirs),
    /** The annotations as they are stored. */
    stored: () => storedOn(service, id, board, org.ada),
  };
}
