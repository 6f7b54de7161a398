import type { Page } from 'playwright-core';
import { toldOf } from './host-page.ts';

/** Shows a module in an element by a call of `Service` (version 4), and waits until it is drawn. @param heard more callbacks */
export async function showModule(
  page: Page,
  call: string,
  tag: string,
  more: object,
  heard: readonly string[] = [],
): Promise<void> {
  const given = JSON.stringify({ iframe: 'true', tagid4iframe: tag, ...more });
  const also = heard.map((name) => `${name}: tell('${name}')`).join();
  await page.evaluate(
    `Service.${call}({ ...callbacks, ${also ? `${also},` : ''} ...${given} }).then((handle) => { window.handle = handle; return handle.ready; })`,
  );
}

/** What the page was told of an event so far, without the session's id. */
export async function detailsOf(page: Page, name: string): Promise<Record<string, unknown>[]> {
  return (await toldOf(page, name)).map(({ session_id: _, ...rest }) => rest);
}
