import type { CreatedUser } from '@ringbinder/testkit';
import type { App, Page } from '@ringbinder/testkit/playwright/index.ts';

export async function openUnpluggable({ open }: App, person: CreatedUser, scripts: readonly string[] = []) {
  const page = await open(person, { path: '/account', loadsAhead: true, scripts });
  const context = page.context();
  let isAway = false;
  const sockets = new Set<{ close(options: { code: number }): Promise<void> }>();
  await context.routeWebSocket(/\/(realtime|channel)$/, (socket) => {
    if (isAway) return void socket.close({ code: 1011 });
    socket.connectToServer();
    sockets.add(socket);
  });
  await context.route(/\/v1\//, (route) => (isAway ? route.abort() : route.continue()));
  return {
    page,
    async unplug() {
      isAway = true;
      for (const socket of sockets) await socket.close({ code: 1011 });
      sockets.clear();
    },
    plugIn() {
      isAway = false;
    },
  };
}

/** @param store `uploads`, or `staged` for files that are not sent */
export const uploadsLeftInBrowser = (page: Page, store = 'uploads'): Promise<number> =>
  page.evaluate(`(async () => {
    const resultOf = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const name = names.find((each) => each.endsWith(':${store}'));
    if (name === undefined) return 0;
    const database = await resultOf(indexedDB.open(name));
    const count = await resultOf(database.transaction('uploads').objectStore('uploads').count());
    database.close();
    return count;
  })()`);
