import assert from 'node:assert/strict';
import type { CreatedUser, TestService } from '@ringbinder/testkit';
import { type App, expect, type Page } from '@ringbinder/testkit/playwright/index.ts';

/** In page units. */
export type Point = readonly [x: number, y: number];

export interface StoredAnnotation {
  client_uuid: string;
  svg_tag: string;
  created_time: number;
}

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

export async function storedOn(
  service: TestService,
  binderId: string,
  pageId: number,
  { token }: CreatedUser,
): Promise<StoredAnnotation[]> {
  const { body } = await service.call('GET', `/${binderId}/pages?filter=${pageId}`, { token });
  return body.data.pages[0].svg_tags;
}

export const kindsOf = (annotations: readonly { svg_tag: string }[]) =>
  annotations.map(({ svg_tag }) => /kind&#34;:&#34;(\w+)/.exec(svg_tag)?.[1] ?? 'foreign');

export interface Drawer {
  page: Page;
  at(point: Point): Promise<{ x: number; y: number }>;
  drag(...points: readonly Point[]): Promise<void>;
  hold(from: Point, to: Point, steps?: number): Promise<void>;
  click(point: Point): Promise<void>;
  select(point: Point): Promise<void>;
  tool(name: string): Promise<void>;
  press(name: string): Promise<void>;
  count(): Promise<number>;
  has(count: number): Promise<void>;
}

const SURFACE_STANDS_STILL = `(async () => {
  const look = () => {
    const { x, y, width, height } = document.querySelector('.draw-surface').getBoundingClientRect();
    return [x, y, width, height].join();
  };
  const before = look();
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
  return before === look();
})()`;

/** @param size in page units */
export async function openDraw(page: Page, { width, height } = { width: 800, height: 600 }): Promise<Drawer> {
  const surface = page.locator('.draw-surface');
  if ((await surface.count()) === 0) await startDraw(page);
  await surface.waitFor();
  await page.evaluate('document.fonts.ready');
  // The toolbars resize the stage, so measure afterwards.
  await expect.poll(() => page.evaluate(SURFACE_STANDS_STILL), 'the page stands still').toBe(true);
  const at = async ([x, y]: Point) => {
    const box = await surface.boundingBox();
    assert.ok(box);
    return { x: box.x + (x * box.width) / width, y: box.y + (y * box.height) / height };
  };
  const annotations = page.locator('.annotations > g');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return {
    page,
    at,
    press,
    tool: press,
    count: () => annotations.count(),
    async drag(...points) {
      const [first, ...rest] = await Promise.all(points.map(at));
      assert.ok(first);
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.up();
    },
    async hold(from, to, steps = 5) {
      const [first, last] = [await at(from), await at(to)];
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      await page.mouse.move(last.x, last.y, { steps });
    },
    async click(point) {
      const { x, y } = await at(point);
      await page.mouse.click(x, y);
    },
    async select(point) {
      await expect(async () => {
        const { x, y } = await at(point);
        await page.mouse.click(x, y);
        await expect(page.locator('.draw-frame')).not.toHaveCount(0, { timeout: 500 });
      }).toPass({ timeout: 30_000 });
    },
    has: (count) => expect(annotations).toHaveCount(count),
  };
}

async function startDraw(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Draw', exact: true });
  const menu = page.getByRole('button', { name: 'More actions' });
  await button.or(menu).first().waitFor();
  if ((await button.count()) > 0) return button.first().click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Draw', exact: true }).click();
}

export async function drawSignature(page: Page): Promise<void> {
  const box = await page.locator('.draw-pad').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 40, box.y + 90);
  await page.mouse.down();
  for (let step = 0; step < 20; step++)
    await page.mouse.move(box.x + 40 + step * 12, box.y + 90 + 40 * Math.sin(step / 2));
  await page.mouse.up();
  await page.getByRole('button', { name: 'Use signature' }).click();
}

export async function openBoard(app: App, name: string) {
  const { ada, ben, addBinder } = app.org;
  const id = await addBinder(name, ada, [ben]);
  const board = await makeBoard(app.service, id, ada);
  const path = `/b/${id}/pages/${board}`;
  const [one, two] = await Promise.all([app.open(ada, { path }), app.open(ben, { path })]);
  const [mine, theirs] = await Promise.all([openDraw(one), openDraw(two)]);
  return { id, board, path, mine, theirs, stored: () => storedOn(app.service, id, board, ada) };
}
