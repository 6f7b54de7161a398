import { fieldOf } from '../../../../../web/test/support/chat-page.ts';
import { type App, type Both, openBoth } from './app-page.ts';

export * from '../../../../../web/test/support/chat-page.ts';

/** Opens a chat of Ada, Ben and Carla for Ada and Ben. */
export async function openBothIn(
  app: App,
  name: string,
  prepare?: (binderId: string) => Promise<unknown>,
): Promise<Both> {
  const { ben, carla } = app.fixture;
  const both = await openBoth(app, name, { members: [ben, carla], ...(prepare && { prepare }) });
  for (const page of [both.ada, both.ben]) await fieldOf(page).waitFor();
  return both;
}
