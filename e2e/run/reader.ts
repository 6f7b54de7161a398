import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestBrowser, testBrowser } from '@ringbinder/testkit/browser.ts';
import { until } from '@ringbinder/testkit/until.ts';

type Page = Awaited<ReturnType<TestBrowser['newPage']>>['page'];

/** Someone who reads a document and does in a browser what it says. */
export interface Reader {
  /**
   * Where to post, as a form, the `address` of a page that is to be opened, or the `button` to press on the one that is.
   * The answer is what is seen then.
   */
  address: string;
  close(): Promise<void>;
}

/** How many pages there are between an address and what it leads to: sign-in, consent, and pages that post by themselves. */
const MAX_PAGES = 6;
/** A program that a document starts listens after a moment. */
const TIMEOUT_MS = 20_000;

/** The browser of all readers. */
export const readersBrowser = testBrowser();

/**
 * A reader with a new browser profile, who opens what `xdg-open` is given, signs in when asked to, and allows what is
 * asked for.
 */
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
      response.end(`${await goOn(page, person)}\n`);
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

/** Presses a button of the page, or of the module that is embedded in it: the page says something else once it hears of that. */
async function press(page: Page, name: string): Promise<void> {
  const own = page.getByRole('button', { name, exact: true });
  const frame = page.frameLocator('iframe[data-ringbinder]');
  const embedded = frame.getByRole('button', { name, exact: true }).and(frame.locator('[data-sight=clear]'));
  if ((await page.locator('iframe[data-ringbinder]').count()) === 0 || (await own.count()) > 0)
    return own.click();
  const said = await page.evaluate<string>('document.body.innerText');
  await embedded.click();
  await until(
    'the page has heard of it',
    async () => (await page.evaluate<string>('document.body.innerText')) !== said,
    TIMEOUT_MS,
  );
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => socket.end(() => resolve(true)));
    socket.on('error', () => resolve(false));
  });
}

/** Signs in and allows where that is asked for. Gives what the page shows to which that leads. */
async function goOn(page: Page, person: { email: string; password: string }): Promise<string> {
  for (let count = 0; count < MAX_PAGES; count++) {
    await page.waitForLoadState('networkidle');
    const signIn = page.locator('form[action$="/sign-in"]');
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    if ((await signIn.count()) > 0) {
      await signIn.getByLabel('E-mail address').fill(person.email);
      await signIn.getByLabel('Password').fill(person.password);
      await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
    } else if ((await allow.count()) > 0) await allow.click();
    else break;
  }
  // A page that says that it is busy has something more to show.
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
  return page.evaluate<string>('document.body.innerText');
}
