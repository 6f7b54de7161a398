import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { build } from 'vite';
import type { Person, Setup } from './cast.ts';

const CONNECT_MS = 10_000;

export async function browserPeople(): Promise<{ open: Setup['open']; close(): Promise<void> }> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/person.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><title>LiveKit</title><script type="module" src="person.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = testBrowser(process.env, fakeMedia);
  return {
    async open(onFrame) {
      const { page, errors } = await browser.newPage();
      let restarts = 0;
      await page.exposeFunction('sendFrame', (type: string) => {
        if (type === 'restart') restarts++;
        onFrame(type);
      });
      await page.goto(origin);
      await page.waitForFunction('window.person');
      const call = <T>(method: string, ...values: unknown[]): Promise<T> =>
        page.evaluate(`window.person.${method}(...${JSON.stringify(values)})`);
      const person: Person = {
        async enter(access) {
          const before = restarts;
          await call('enter', access);
          const end = performance.now() + CONNECT_MS;
          while (!(await person.isConnected())) {
            if (restarts > before || performance.now() > end)
              throw new Error(
                `the browser cannot connect to ${access.url}: ${errors.at(-1) ?? 'no connection in 10 s'}`,
              );
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        },
        isConnected: () => call('isConnected'),
        publish: () => call('publish'),
        pictureOf: (other) => call('pictureOf', other),
        levelOf: (other) => call('levelOf', other),
        show: (other, layer) => call('show', other, layer),
      };
      return person;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bundle(): Promise<string> {
  const createdBundle = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: new URL('page.js', import.meta.url).pathname, formats: ['es'], fileName: 'person' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = [createdBundle].flat() as unknown as [{ output: [{ code: string }] }];
  return first.output[0].code;
}
