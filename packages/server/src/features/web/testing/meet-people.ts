import type { Page } from 'playwright-core';
import { type App, openApp } from './app-page.ts';

/** A button of the bar of a meet. */
export const bar = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Controls of the meet' }).getByRole('button', { name, exact: true });

/** Begins a meet in a binder, as its owner. Gives its address in the app, and its key. */
export async function startMeet({ service, fixture }: App, binderId: string) {
  const { token } = fixture.ada;
  const { body } = await service.call('POST', `/${binderId}/meets`, { token, json: {} });
  const sessionKey: string = body.data.session_key;
  return { sessionKey, path: `/b/${binderId}/meet/${sessionKey}` };
}

/** Comes into a meet by its address. @param scripts run in the page before all others */
export async function joinByPath(
  { browser, service }: App,
  path: string,
  email: string,
  scripts: readonly string[] = [],
) {
  const app = await openApp(browser, service, email, { path });
  for (const script of scripts) await app.page.addInitScript(script);
  if (scripts.length > 0) await app.page.reload();
  await app.page.getByRole('button', { name: 'Join', exact: true }).click();
  await bar(app.page, 'Leave').or(bar(app.page, 'Leave or end')).waitFor();
  return app;
}
