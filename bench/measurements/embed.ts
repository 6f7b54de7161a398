import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { signInToDemo } from '../app/demo-browser.ts';
import { fillBinder, setRead } from '../app/fill-binder.ts';
import type { Installation } from '../installation.ts';
import { alternate, type Measurement, medianOf } from '../measurement.ts';

const MESSAGES = 100;

/** Chat in the page of another site, beside the app: from the address until the newest message is drawn, with warm caches. */
export const embed: Measurement = {
  figures: {
    'embed.chat_to_app_time': {
      what: 'from the address of a page with the script tag until a message is drawn in Chat ÷ the same of the page of the app, warm',
      unit: '× time',
      atMost: 1.5,
    },
  },
  async run({ installation, rounds, quick }) {
    const [binderId = ''] = await installation.binders(1);
    const first = await fillBinder(installation, binderId, quick ? 10 : MESSAGES);
    const last = `Message ${quick ? 10 : MESSAGES}`;
    await setRead(installation, binderId, first + MESSAGES);
    const { origin } = await installation.server();
    await using host = await startHost(installation, binderId);
    const browser = testBrowser();
    try {
      const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await signInToDemo(page, installation);
      const times = await alternate(rounds, {
        app: () => opening(page, `${origin}/b/${binderId}`, () => page.getByText(last).first().waitFor()),
        embed: () =>
          opening(page, host.address, () => page.frameLocator('iframe').getByText(last).first().waitFor()),
      });
      return { 'embed.chat_to_app_time': medianOf(times, (time) => time.embed / time.app) };
    } finally {
      await browser.close();
    }
  },
};

/** Milliseconds from the address of a page until what is waited for is drawn. */
async function opening(page: Page, address: string, drawn: () => Promise<void>): Promise<number> {
  await page.goto(address);
  await drawn();
  return (await page.evaluate('performance.now()')) as number;
}

/** A page at `localhost`, which is another site than the server's, with Chat of a binder and nothing else. */
async function startHost(installation: Installation, binderId: string) {
  const { client } = await installation.demo();
  const { origin } = await installation.server();
  const options = {
    mode: 'production',
    client_id: client.client_id,
    access_token: await installation.token(),
    sdk_version: 4,
  };
  const shown = { iframe: true, tagid4iframe: 'chat', binder_id: binderId };
  const body = `<!doctype html><html lang="en"><title>Host</title><div id="chat"></div>
<script src="${origin}/sdk/service.js"></script>
<script>Service.init(${JSON.stringify(options)}); Service.chat(${JSON.stringify(shown)});</script></html>`;
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://localhost:${(server.address() as AddressInfo).port}`;
  await installation.withDatabase(async (db) => {
    const add = 'UPDATE clients SET origins = array_append(origins, $2) WHERE id = $1';
    await db.query(add, [client.client_id, own]);
  });
  return {
    address: `${own}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
