import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TIMEOUT_MS } from './until.ts';

/** Where a system keeps its Chromium, the first that is there; CHROMIUM names another one. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Debian's Chromium without the parts for windows: tests of pages take half of the processor's time in it (35 CPU s
 * instead of 66, chat-use and work-todos together). With `fakeMedia` it has cameras, microphones and a screen. Its
 * `<usermedia>` never asks.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** `SpeechRecognition.available` crashes the pages of the shell. */
const SHELL_ARGUMENTS = ['--disable-blink-features=OnDeviceWebSpeech,OnDeviceWebSpeechAvailable'];

/** No GPU and no sandbox (tests run as root, in containers), and nothing that calls its maker. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const MISSING =
  'Chromium is not installed: run `apt-get install chromium`, or set CHROMIUM to the path of one';

/** A browser of programs that are no Playwright tests: started by the first page, closed by `close`. */
export interface TestBrowser {
  /**
   * Options of every test that needs the browser. They skip the test where there is none, but not in CI (`CI=true`):
   * there the first page fails with the line that says what to install.
   */
  needed: { skip: boolean };
  /** Opens a page with a profile of its own. Throws one line when there is no Chromium. */
  newPage(options?: BrowserContextOptions): Promise<TestPage>;
  close(): Promise<void>;
}

/** A page, and what went wrong on it. */
export interface TestPage {
  page: Page;
  /** Errors that the page wrote to its console or did not catch. */
  errors: string[];
  /** Every address that was asked for, but for `data:` and `blob:`, which ask nobody. */
  requests: string[];
}

/**
 * Two cameras and a microphone with generated data, and a screen that is shared without a choice. At 10 frames a second
 * instead of 20, three browsers in a meet need two thirds of the CPU time (109 s instead of 166 s).
 */
export const fakeMedia = [
  '--use-fake-device-for-media-stream=fps=10,device-count=2',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  '--autoplay-policy=no-user-gesture-required',
] as const;

/** Loaded by the first page: most programs that import this file open none. */
const driver = async () => (await import('playwright-core')).chromium;

/**
 * Finds the system's Chromium; the browser is not started before its first page.
 * @param more arguments of the command line. With any, such as `fakeMedia`, it is the whole Chromium, else the headless
 *   shell where that is installed.
 */
export function testBrowser(
  variables: Record<string, string | undefined> = process.env,
  more: readonly string[] = [],
): TestBrowser {
  const executablePath = findChromium(variables, more.length === 0 ? [HEADLESS_SHELL, ...PLACES] : PLACES);
  let starting: Promise<Browser> | undefined;
  const contexts = new Set<BrowserContext>();
  return {
    needed: { skip: executablePath === undefined && variables.CI !== 'true' },
    async newPage(options = {}) {
      if (executablePath === undefined) throw new Error(MISSING);
      const args = [...chromiumArguments, ...more];
      starting ??= driver().then((chromium) => chromium.launch({ executablePath, args }));
      const context = await (await starting).newContext({ locale: 'en-GB', ...options });
      context.setDefaultTimeout(TIMEOUT_MS);
      contexts.add(context);
      context.on('close', () => contexts.delete(context));
      return watch(await context.newPage());
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await (await starting)?.close();
    },
  };
}

/** A browser of its own processes and with a profile that outlives them. */
export interface BrowserProcess {
  /** Opens a page in its profile. */
  newPage(): Promise<Page>;
  /** Ends all of its processes at once, as when the power fails: `kill -9`. */
  kill(): Promise<void>;
}

/**
 * Starts a Chromium with the profile of a folder. Throws one line when there is none, or it says nothing.
 * @param more arguments of the command line
 */
export async function startBrowserProcess(
  profile: string,
  more: readonly string[] = [],
  variables: Record<string, string | undefined> = process.env,
): Promise<BrowserProcess> {
  const executablePath = findChromium(variables);
  if (executablePath === undefined) throw new Error(MISSING);
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--lang=en-GB'];
  const child = spawn(executablePath, [...chromiumArguments, ...own, ...more, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`Chromium ended: ${said}`)));
  });
  const browser = await (await driver()).connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no profile');
  return {
    newPage: () => context.newPage(),
    async kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

function findChromium(
  { CHROMIUM }: Record<string, string | undefined>,
  places: readonly string[] = PLACES,
): string | undefined {
  return (CHROMIUM ? [CHROMIUM] : places).find((path) => existsSync(path));
}

/**
 * The launch options of Playwright Test.
 * @param more arguments of the command line
 * @param isWhole whether it must be the whole Chromium: by default with any arguments
 */
export function launchOptions(
  more: readonly string[] = [],
  isWhole = more.length > 0,
): { executablePath: string; args: string[] } {
  const places = isWhole ? PLACES : [HEADLESS_SHELL, ...PLACES];
  // Playwright names the path in its error when there is none.
  const executablePath = findChromium(process.env, places) ?? '/usr/bin/chromium';
  const own = executablePath === HEADLESS_SHELL ? SHELL_ARGUMENTS : [];
  return { executablePath, args: [...chromiumArguments, ...own, ...more] };
}

function watch(page: Page): TestPage {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Other tests make networks of their own on this machine, and Chromium begins anew then.
    if (!message.text().includes('net::ERR_NETWORK_CHANGED')) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) requests.push(request.url());
  });
  return { page, errors, requests };
}
