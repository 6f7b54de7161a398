import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestBrowser, testBrowser } from '@ringbinder/testkit/browser.ts';
import { until } from '@ringbinder/testkit/until.ts';

type Page = Awaited<ReturnType<TestBrowser['newPage']>>['page'];

export interface Reader {
  /** Accepts POST with an `address` to open or a `button` to press. Responds with the visible text. */
  address: string;
  close(): Promise<void>;
}

const MAX_PAGES = 6;
const TIMEOUT_MS = 20_000;

export const readersBrowser = testBrowser();

export async function startReader(person: { email: string; password: string }): Promise<Reader> {
  let opened: Promise<Page> | undefined;
  const server = createServer(async (request, response) => {
    const wish = new URLSearchParams(await text(request));
    const [address, button] = [wish.get('address'), wish.get('button')];
    try {
      opened ??= readersBrowser.newPage().then(({ page }) => page);
      const page = await opened;
      if (address !== null) await open(page, address);
      if (button !== null) await press(page, button);
      response.end(`${await passSignIn(page, person)}\n`);
    } catch (error) {
      response.writeHead(500).end(`${address ?? button}: ${error}\n`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      await (await opened)?.context().close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function open(page: Page, address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  await until(`something listens for ${address}`, () => isListening(hostname, Number(port)), TIMEOUT_MS);
  await page.goto(address);
}

/** Presses a button of the page or of a module. Waits until the page's text changes. */
async function press(page: Page, name: string): Promise<void> {
  const own = page.getByRole('button', { name, exact: true });
  const frame = page.frameLocator('iframe[data-ringbinder]');
  const embedded = frame.getByRole('button', { name, exact: true }).and(frame.locator('[data-sight=clear]'));
  if ((await page.locator('iframe[data-ringbinder]').count()) === 0 || (await own.count()) > 0)
    return own.click();
  const sentText = await page.evaluate<string>('document.body.innerText');
  await embedded.click();
  await until(
    'the page has heard of it',
    async () => (await page.evaluate<string>('document.body.innerText')) !== sentText,
    TIMEOUT_MS,
  );
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => socket.end(() => resolve(true)));
    socket.on('error', () => resolve(false));
  });
}

async function passSignIn(page: Page, person: { email: string; password: string }): Promise<string> {
  for (let count = 0; count < MAX_PAGES; count++) {
    await page.waitForLoadState('networkidle');
    const signIn = page.locator('form[action$="/sign-in"]');
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    if ((await signIn.count()) > 0) {
      await signIn.getByRole('textbox', { name: 'Email address' }).fill(person.email);
      await signIn.getByLabel('Password').fill(person.password);
      await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
    } else if ((await allow.count()) > 0) await allow.click();
    else break;
  }
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
  return page.evaluate<string>('document.body.innerText');
}
